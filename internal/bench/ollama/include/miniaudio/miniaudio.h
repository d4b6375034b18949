// A stand-in for miniaudio, whose place in the server's sources is a vendor
// folder, and module zips leave those out. Nothing here sends audio, so every
// decode says that it failed.
#pragma once
#include <stddef.h>

typedef unsigned long long ma_uint64;
typedef unsigned int ma_uint32;
typedef int ma_result;

enum { MA_SUCCESS = 0, MA_ERROR = -1 };
enum { ma_format_f32 = 5 };

struct ma_decoder_config { int unused; };
struct ma_decoder { int unused; };

static inline ma_decoder_config ma_decoder_config_init(int, ma_uint32, ma_uint32) { return ma_decoder_config(); }
static inline ma_result ma_decoder_init_memory(const void *, size_t, const ma_decoder_config *, ma_decoder *) { return MA_ERROR; }
static inline ma_result ma_decoder_get_length_in_pcm_frames(ma_decoder *, ma_uint64 *n) { *n = 0; return MA_ERROR; }
static inline ma_result ma_decoder_read_pcm_frames(ma_decoder *, void *, ma_uint64, ma_uint64 *n) { *n = 0; return MA_ERROR; }
static inline ma_result ma_decoder_uninit(ma_decoder *) { return MA_SUCCESS; }
