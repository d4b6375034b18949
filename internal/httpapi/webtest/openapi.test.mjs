// The OpenAPI document of the program, as a validator for OpenAPI 3.1 sees it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { it } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";

it("is a valid OpenAPI document", async () => {
  const home = mkdtempSync(join(tmpdir(), "assister-web-"));
  const env = { PATH: process.env.PATH, HOME: home, ASSISTER_SERVE_TOKEN: "a-token-that-only-this-test-knows" };
  const program = spawn(process.env.ASSISTER, ["serve", "--listen", "127.0.0.1:0"], { env });
  try {
    for await (const line of createInterface(program.stdout)) {
      const { url } = JSON.parse(line);
      if (!url) continue;
      const document = await (await fetch(url + "openapi.json")).json();
      const validator = new Validator();
      const result = await validator.validate(document);
      assert.ok(result.valid, JSON.stringify(result.errors, null, 1));
      assert.equal(validator.version, "3.1");
      document.paths["/healthz"].get.responses = [];
      assert.ok(!(await new Validator().validate(document)).valid, "the validator finds nothing wrong with anything");
      return;
    }
  } finally {
    program.kill();
    rmSync(home, { recursive: true, force: true });
  }
});
