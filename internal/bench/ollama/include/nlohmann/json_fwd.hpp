// The forward declarations are the whole header here: an older server's module
// carries json.hpp alone.
#pragma once
#include <nlohmann/json.hpp>
