// The page in a headless browser, on the program as it is built: make test-web. The
// variables ASSISTER and CHROMIUM name the two; SCREENSHOTS names a directory for pictures.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const token = "a-token-that-only-this-test-knows";
const environment = (home) => ({
  PATH: process.env.PATH, HOME: home, ASSISTER_TZ: "UTC", ASSISTER_NOW: "2026-11-21T09:00:00", ASSISTER_SERVE_TOKEN: token,
  OLLAMA_HOST: "127.0.0.1:1",
});

// serve starts the program, in a workspace with some records, and returns its address.
async function serve(permit) {
  const home = mkdtempSync(join(tmpdir(), "assister-web-"));
  const env = environment(home);
  const stock = spawnSync(process.env.ASSISTER, ["apply", "--yes"], { env, input: [
    { op: "task.create", title: "Buy milk", scheduledFor: "2026-11-20", tags: ["home"] },
    { op: "task.create", title: "Milk the cow", scheduledFor: "2026-11-21" },
    { op: "event.create", title: "Breakfast with Ann", scheduledFor: "2026-11-23", startTime: "08:30" },
    ...Array.from({ length: 25 }, (_, i) => ({ op: "task.create", title: `Old thing ${i + 1}`, tags: ["old"] })),
  ].map((o) => JSON.stringify(o)).join("\n") });
  assert.equal(stock.status, 0, String(stock.stderr));
  const program = spawn(process.env.ASSISTER, ["serve", "--listen", "127.0.0.1:0", "--permit", permit], { env });
  for await (const line of createInterface(program.stdout)) {
    const { url } = JSON.parse(line);
    if (url) {
      const stop = () => { program.kill(); rmSync(home, { recursive: true, force: true }); };
      const apply = (o) => spawnSync(process.env.ASSISTER, ["apply", "--yes"], { env, input: JSON.stringify(o) });
      return { url, stop, apply, list: () => String(spawnSync(process.env.ASSISTER, ["query", "task", "--json", "title", "--jq", ".[].title"], { env }).stdout) };
    }
  }
  throw new Error("serve has ended");
}

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
});
after(() => browser?.close());

// open opens the page. What the browser complains of fails the test.
async function open(server, { hash = "#token=" + token, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 900, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  page.complaints = [];
  page.on("console", (m) => { if (m.type() === "error") page.complaints.push(m.text()); });
  page.on("pageerror", (e) => page.complaints.push(String(e)));
  await page.goto(server.url + hash);
  return page;
}

async function say(page, words) {
  await page.getByLabel("A question or a change").fill(words);
  await page.keyboard.press("Enter");
}

const newest = (page) => page.getByRole("article").last();

const said = (page, text) => page.getByRole("main").getByText(text).last().waitFor();

async function accessible(page) {
  await page.evaluate(axe); // by the debugger, which the page's policy does not bind
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] }));
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`), []);
}

const picture = (page, name) => process.env.SCREENSHOTS && page.screenshot({ path: join(process.env.SCREENSHOTS, name + ".png") });

describe("a page that may apply", () => {
  let server, page;
  before(async () => { server = await serve("apply"); });
  after(() => server?.stop());

  it("takes the token out of the address", async () => {
    page = await open(server);
    await page.getByText("may apply changes").waitFor();
    assert.equal(page.url(), server.url);
    await accessible(page);
    await picture(page, "welcome-light");
    await page.reload();
    await page.getByText("may apply changes").waitFor();
  });

  it("applies what is picked, and undoes it", async () => {
    await say(page, "add call Bob today, and move milk the cow to friday, and add dentist tomorrow 3pm");
    const apply = page.getByRole("button", { name: "Apply all 3" });
    await apply.waitFor();
    await accessible(page);
    await page.getByRole("checkbox", { name: /Call Bob/ }).uncheck();
    await picture(page, "plan-light");
    await page.getByRole("button", { name: "Apply 2" }).click();
    await said(page, /Created 1 event/);
    assert.match(server.list(), /Milk the cow/);
    assert.doesNotMatch(server.list(), /Call Bob/);
    assert.match(await page.evaluate(() => document.activeElement.textContent), /Created 1 event/);
    await page.getByRole("button", { name: "Undo" }).click();
    await said(page, /Batch \d+ is undone\. .*Deleted 1 event/);
    await picture(page, "undone-light");
  });

  it("asks which one, and takes a click for an answer", async () => {
    await say(page, "move milk to monday");
    await page.getByRole("button", { name: /Milk the cow/ }).click();
    await newest(page).getByRole("button", { name: "Apply", exact: true }).waitFor();
    assert.match(await page.getByRole("group", { name: "Proposed change", exact: true }).last().textContent(), /Milk the cow.*2026-11-23/s);
    await picture(page, "question-light");
    await page.getByRole("button", { name: "Discard" }).last().click();
    await said(page, "Nothing was changed.");
  });

  it("asks again before it deletes many", async () => {
    await say(page, "delete all tasks tagged old");
    await newest(page).getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByRole("alertdialog").waitFor();
    assert.match(server.list(), /Old thing 1/);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Back");
    await accessible(page);
    await picture(page, "confirm-light");
    await page.getByRole("button", { name: "Apply all the same" }).click();
    await said(page, /Deleted 25 tasks/);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await said(page, /25 tasks/);
    assert.match(server.list(), /Old thing 1/);
  });

  it("searches from the keyboard", async () => {
    await page.getByLabel("A question or a change").fill("milk");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("list", { name: "Results" }).getByText("Buy milk").waitFor();
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.getByLabel("A question or a change").inputValue(), "milk");
  });

  it("refuses a plan whose record has moved", async () => {
    await say(page, "move breakfast with Ann to friday");
    await newest(page).getByRole("button", { name: "Apply", exact: true }).waitFor();
    server.apply({ op: "event.update", id: 1, location: "Home" });
    await newest(page).getByRole("button", { name: "Apply", exact: true }).click();
    await said(page, /changed since/);
    await picture(page, "stale-light");
    assert.deepEqual(page.complaints.splice(0).filter((c) => !/40[39]/.test(c)), []); // the refusals
  });

  it("shows markup as text", async () => {
    await say(page, "add <img src=x onerror=alert(1)> today");
    await newest(page).getByRole("button", { name: "Apply", exact: true }).click();
    await said(page, /Created 1 task: .*<img src=x/);
    assert.equal(await page.locator("#log img").count(), 0);
    assert.deepEqual(page.complaints, []);
  });

  it("says when the server is gone", async () => {
    await page.context().setOffline(true);
    await say(page, "what is on friday?");
    await said(page, "The server cannot be reached.");
    await page.context().setOffline(false);
  });

  for (const [name, options] of Object.entries({
    dark: { colorScheme: "dark" },
    phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    "phone-dark": { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, colorScheme: "dark" },
    zoomed: { viewport: { width: 320, height: 480 } },
  })) {
    it("is readable " + name, async () => {
      const other = await open(server, options);
      await other.getByText("may apply changes").waitFor();
      await picture(other, "welcome-" + name);
      await say(other, "what is on monday?");
      await other.getByText(/Breakfast/).first().waitFor();
      await say(other, "add buy bread with priority high tomorrow, and complete buy milk");
      await other.getByRole("button", { name: "Apply all 2" }).waitFor();
      await accessible(other);
      const wide = await other.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0, "it scrolls sideways");
      await picture(other, "plan-" + name);
      assert.deepEqual(other.complaints, []);
      await other.context().close();
    });
  }
});

// applied applies a saved plan in a workspace of its own.
function applied(path) {
  const home = mkdtempSync(join(tmpdir(), "assister-web-"));
  const run = spawnSync(process.env.ASSISTER, ["apply", "--yes", "--output", "text", path], { env: environment(home) });
  rmSync(home, { recursive: true, force: true });
  assert.equal(run.status, 0, String(run.stderr));
  return String(run.stdout);
}

describe("a page that may only propose", () => {
  let server;
  before(async () => { server = await serve("propose"); });
  after(() => server?.stop());

  it("saves a plan that the command applies", async () => {
    const page = await open(server);
    await say(page, "add call Bob today");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the plan" }).click()]);
    await picture(page, "propose-only");
    assert.equal(await page.getByRole("button", { name: /^Apply/ }).count(), 0);
    assert.match(applied(await download.path()), /Created 1 task: “Call Bob”/);
    await say(page, "add buy oats today, and add buy rye today");
    await page.getByRole("checkbox", { name: /oats/ }).uncheck();
    const [part] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the plan" }).last().click()]);
    assert.match(applied(await part.path()), /Created 1 task: “Buy rye”/);
    await accessible(page);
    await page.context().close();
  });

  it("asks for the token if it has none, or a wrong one", async () => {
    const page = await open(server, { hash: "" });
    await page.getByLabel("Token", { exact: true }).and(page.locator("input")).fill("wrong");
    await page.keyboard.press("Enter");
    await said(page, "The token is wrong");
    await accessible(page);
    await picture(page, "token");
    await page.getByLabel("Token", { exact: true }).and(page.locator("input")).fill(token);
    await page.keyboard.press("Enter");
    await page.getByText("may only propose").waitFor();
    await page.context().close();
  });

  it("can be used by the keyboard alone", async () => {
    const page = await open(server);
    await page.getByText("may only propose").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "words");
    await page.keyboard.type("add call Bob today");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save the plan" }).waitFor();
    await page.keyboard.press("Shift+Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Save the plan");
    await page.keyboard.press("Shift+Tab");
    assert.equal(await page.evaluate(() => document.activeElement.type), "checkbox");
    await page.keyboard.press("Space");
    assert.equal(await page.evaluate(() => document.activeElement.checked), false);
    await page.context().close();
  });
});
