// The page of `assister serve`. It sends what the person says, shows the events of the
// stream, and applies the operations that the person picks. Data reaches the document as
// text only: make() sets textContent, and nothing here parses HTML.

const $ = (id) => document.getElementById(id);
const session = "page";
let token = takeToken();
let client = { permit: "propose" };
let flight = null; // the AbortController of the request in flight
let last = ""; // the latest message, for the arrow key

// takeToken takes the token from the address, where it would stay in the history.
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname);
  }
  return given || sessionStorage.getItem("token") || "";
}

// make returns an element with attributes and children, which are elements or texts.
function make(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value != null) e.setAttribute(key, value);
  }
  e.append(...children.filter((c) => c != null && c !== ""));
  return e;
}

function speak(text) {
  $("spoken").textContent = text;
}

// Failure is an answer that is an error: its code, message and hint.
class Failure extends Error {
  constructor(problem, status) {
    super(problem.message || "the request failed");
    Object.assign(this, { status, code: problem.code, hint: problem.hint });
  }
}

async function send(path, { body, headers, signal } = {}) {
  const response = await fetch(path, {
    method: body ? "POST" : "GET", signal, cache: "no-store",
    headers: {
      Authorization: "Bearer " + token, ...(body && { "Content-Type": "application/json" }), ...headers,
    },
    body: body && JSON.stringify(body),
  });
  if (response.status === 401) {
    lock("The token is wrong, or the server was started again.");
    throw new Failure({ message: "the token is wrong" }, 401);
  }
  return response;
}

async function call(path, body, headers) {
  const response = await send(path, { body, headers });
  const answer = await response.json();
  if (!response.ok) throw new Failure(answer.errors?.[0] ?? {}, response.status);
  return answer;
}

// events reads the events of a stream. If the connection breaks, it goes on after the
// last event.
async function* events(path, body, signal) {
  let id = "";
  for (let tries = 0; ; tries++) {
    try {
      const response = await send(path, {
        body, signal, headers: { Accept: "text/event-stream", ...(id && { "Last-Event-ID": id }) },
      });
      if (response.status === 204) return;
      if (!response.ok) throw new Failure((await response.json()).errors?.[0] ?? {}, response.status);
      let buffer = "";
      const text = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        buffer += text.decode(value, { stream: true });
        const blocks = buffer.split("\n\n");
        buffer = blocks.pop();
        for (const block of blocks) {
          const event = {};
          for (const line of block.split("\n")) {
            const at = line.indexOf(": ");
            event[line.slice(0, at)] = line.slice(at + 2);
          }
          if (!event.data) continue;
          id = event.id;
          tries = 0;
          const parsed = JSON.parse(event.data);
          yield [parsed, event.data];
          if (parsed.type === "done") return;
        }
      }
      throw new TypeError("the stream was cut");
    } catch (e) {
      if (e instanceof Failure || signal.aborted || tries >= 3 || !id) throw e;
      await new Promise((wake) => setTimeout(wake, 400 * (tries + 1)));
    }
  }
}

const stages = {
  routing: "Reading", planning: "Planning", searching: "Looking", proposing: "Drafting changes", validating: "Checking",
  repairing: "Correcting", summarizing: "Summing up", approving: "Checking", applying: "Applying", undoing: "Undoing",
};

// Turn is one message and its reply in the log.
class Turn {
  constructor(words, label) {
    this.stage = make("p", { class: "stage" }, "Reading …");
    this.reply = make("div", { class: "reply" }, this.stage);
    this.element = make("article", { class: "turn", "aria-label": label },
      make("div", { class: "said" }, make("p", {}, words)), this.reply);
    this.lines = [];
    $("welcome").hidden = true;
    $("log").append(this.element);
    this.show();
  }

  show() {
    this.element.scrollIntoView({ block: "end", behavior: "smooth" });
  }

  add(...elements) {
    this.reply.append(...elements);
    this.show();
    return elements[0];
  }

  working(text) {
    this.stage.textContent = text;
  }

  // say shows a text. One that a person waits for gets the focus, since the button that
  // asked for it has gone.
  say(text, focus) {
    const said = make("div", { class: "text", tabindex: "-1" }, ...paragraphs(text));
    this.add(said);
    speak(text);
    if (focus) said.focus();
  }

  fail(e) {
    const text = e.name === "AbortError" ? "Stopped. Nothing was changed." :
      e instanceof TypeError ? "The server cannot be reached." : sentence(e.message);
    this.add(make("p", { class: "error" }, text));
    if (e.hint) this.add(make("p", { class: "hint" }, sentence(e.hint)));
    speak(text);
  }

  take(e, line) {
    this.lines.push(line);
    switch (e.type) {
      case "stage":
        this.working((stages[e.stage] ?? e.stage) + " …");
        break;
      case "heartbeat":
        this.working(`Waiting for ${e.waitingFor}, ${Math.round(e.elapsedMs / 1000)} s …`);
        break;
      case "ops":
        this.plan(e);
        break;
      case "summary":
        if (e.thinking) this.add(make("details", {}, make("summary", {}, "Thinking"), e.thinking));
        if (this.asked) break; // the question and its options say the same
        if (this.operations) {
          this.operations.element.before(make("div", { class: "text" }, ...paragraphs(e.text)));
          speak(e.text);
          break;
        }
        this.say(e.text);
        break;
      case "clarify":
        this.ask(e);
        break;
      case "error":
        this.fail(e);
        break;
      case "done":
        this.stage.remove();
        this.operations?.ready();
    }
  }

  // ask shows a question. An answer by its number means exactly that record.
  ask(e) {
    this.asked = true;
    this.say(e.question);
    if (!e.options.length) return;
    const choices = make("div", { class: "choices", role: "group", "aria-label": e.question });
    e.options.forEach((o, i) => {
      choices.append(make("button", {
        type: "button",
        onclick: () => {
          choices.querySelectorAll("button").forEach((b) => { b.disabled = true; });
          ask(String(i + 1), o.title);
        },
      }, o.title + (o.scheduledFor ? " · " + day(o.scheduledFor) : "")));
    });
    this.add(choices);
  }

  // plan shows operations. Those of a later version take the place of the earlier ones, and
  // what the person unchecked stays so.
  plan(e) {
    if (!e.operations.length) return;
    const before = this.operations;
    this.operations = new Operations(this, e, before);
    if (before) before.element.replaceWith(this.operations.element);
    else this.add(this.operations.element);
    speak(count(e.operations.length, "change") + " proposed");
  }
}

const counted = new Set(["bulk_delete_many", "bulk_update_many"]); // the number of records is shown anyway
const marks = { create: "+", delete: "−", update: "~" };

// Operations is a list of proposed operations to pick from.
class Operations {
  constructor(turn, event, before) {
    this.turn = turn;
    this.event = event;
    this.key = crypto.randomUUID?.() ?? String(Math.random()) + Date.now();
    const unchecked = new Set(before?.boxes.filter((b) => !b.checked && !b.disabled).map((b) => b.value));
    this.boxes = event.operations.map((entry) => {
      const value = JSON.stringify([entry.op.op, entry.op.id, entry.op.title]);
      const valid = entry.errors.length === 0;
      return make("input", { type: "checkbox", value, checked: valid && !unchecked.has(value), disabled: !valid,
        onchange: () => this.count() });
    });
    this.list = make("ol", { class: "operations" }, ...event.operations.map((entry, i) => this.item(entry, i)));
    this.buttons = make("div", { class: "actions" });
    this.element = make("fieldset", {}, make("legend", {}, event.operations.length === 1 ? "Proposed change" : "Proposed changes"),
      ...event.warnings.map((w) => make("p", { class: "warning" }, sentence(w.message))), this.list, this.buttons);
  }

  item(entry, i) {
    const verb = (entry.op.op ?? "").split(".").pop();
    const shape = verb.includes("delete") ? "delete" : verb === "create" ? "create" : "update";
    const what = make("span", {}, make("span", { class: "what" }, make("span", { class: "mark", "aria-hidden": "true" }, marks[shape]),
      ...heading(entry, verb)), make("span", { class: "changes" }, ...changes(entry),
      ...entry.errors.map((p) => make("span", { class: "error" }, sentence(p.message))),
      ...entry.warnings.filter((p) => !counted.has(p.code)).map((p) => make("span", {}, sentence(p.message)))));
    return make("li", { class: shape + (entry.errors.length ? " invalid" : "") }, make("label", {}, this.boxes[i], what));
  }

  // ready offers to apply, once the stream has ended.
  ready() {
    if (this.boxes.every((b) => b.disabled)) return;
    this.apply = make("button", { type: "button", class: "primary", onclick: () => this.carryOut(false) });
    if (client.permit === "apply") {
      const dismiss = make("button", { type: "button", onclick: () => { this.close(); this.turn.say("Nothing was changed.", true); } }, "Discard");
      this.buttons.append(this.apply, dismiss);
    } else {
      const save = make("button", { type: "button", onclick: () => this.save() }, "Save the plan");
      this.buttons.append(save, make("span", { class: "hint" }, "This page may not apply changes. Start ",
        make("code", {}, "assister serve --permit apply"), ", or apply the saved plan with ", make("code", {}, "assister apply"), "."));
    }
    this.count();
    this.turn.show();
  }

  count() {
    const n = this.boxes.filter((b) => b.checked).length;
    this.buttons.querySelector("button").disabled = n === 0;
    this.apply.textContent = n === this.boxes.length && n > 1 ? `Apply all ${n}` : n === 1 && this.boxes.length === 1 ? "Apply" : `Apply ${n}`;
  }

  close() {
    this.buttons.remove();
    this.boxes.forEach((b) => { b.disabled = true; });
  }

  picked() {
    return this.event.operations.filter((_, i) => this.boxes[i].checked)
      .map(({ op, source }) => ({ op, source, errors: [], warnings: [] }));
  }

  async carryOut(confirmed) {
    this.buttons.querySelectorAll("button").forEach((b) => { b.disabled = true; });
    try {
      const answer = await call("/api/llm/apply", {
        operations: this.picked(),
        correlationId: this.event.correlationId, confirmed,
      }, { "Idempotency-Key": this.key + "-" + this.boxes.map((b) => Number(b.checked)).join("") });
      this.close();
      this.turn.say(answer.summary.text, true);
      offerUndo(this.turn, answer.done.batchId);
    } catch (e) {
      if (e.code === "confirmation_needed") {
        const sure = make("button", { type: "button", class: "primary", onclick: () => { box.remove(); this.carryOut(true); } }, "Apply all the same");
        const no = make("button", { type: "button", onclick: () => { box.remove(); this.again(); } }, "Back");
        const box = this.turn.add(make("div", { class: "warning", role: "alertdialog", "aria-label": "Confirm" },
          make("p", {}, sentence(e.message)), make("div", { class: "actions" }, no, sure)));
        no.focus();
        return;
      }
      this.turn.fail(e);
      this.again();
    }
  }

  again() {
    this.buttons.querySelectorAll("button").forEach((b) => { b.disabled = false; });
    this.apply.focus();
  }

  // save stores what `assister apply` reads: the stream, or if not all of it is picked, the
  // operations alone, since the stream is only valid as a whole.
  save() {
    const whole = this.boxes.every((b) => b.checked || b.disabled);
    const lines = whole ? this.turn.lines : this.picked().map((entry) => JSON.stringify(entry));
    const url = URL.createObjectURL(new Blob(lines.map((l) => l + "\n"), { type: "application/x-ndjson" }));
    make("a", { href: url, download: "plan.ndjson" }).click();
    URL.revokeObjectURL(url);
  }
}

function offerUndo(turn, batch) {
  if (!batch) return;
  const button = make("button", {
    type: "button",
    onclick: async () => {
      button.disabled = true;
      try {
        const answer = await call("/api/assistant/undo_last", { batch, confirmed: true });
        button.parentElement.remove();
        turn.say(answer.summary.text, true);
      } catch (e) {
        turn.fail(e);
        button.disabled = false;
      }
    },
  }, "Undo");
  turn.add(make("div", { class: "actions" }, button));
}

const verbs = { set_status: "", bulk_update: "change", bulk_set_status: "set the status of", bulk_delete: "delete" };

// heading says in words what an operation is about.
function heading(entry, verb) {
  const { op, preview, targets } = entry;
  if (verb.startsWith("bulk_")) {
    return [make("span", { class: "kind" }, verbs[verb] + " "), make("span", { class: "title" }, count(targets?.count ?? 0, "record"))];
  }
  const kind = (op.op ?? "").split(".")[0].replaceAll("_", " ");
  const record = preview?.before ?? preview?.after ?? op;
  const title = record.title ?? record.name ?? record.text ?? "";
  return [make("span", { class: "kind" }, (verb === "delete" ? "delete " : "") + kind + " "), make("span", { class: "title" }, title || "#" + op.id)];
}

const quiet = new Set(["op", "id", "title", "name", "createdAt", "updatedAt", "rev", "completedAt"]);
const usual = { priority: "medium", status: "pending", isFavorite: false };

// changes are the fields that an operation sets, and the records of one that is about many.
function changes(entry) {
  const { before, after } = entry.preview ?? {};
  const lines = [];
  if (after) {
    for (const field of new Set([...Object.keys(before ?? {}), ...Object.keys(after)])) {
      const was = before?.[field], is = after[field];
      const same = JSON.stringify(was) === JSON.stringify(is);
      if (same || (quiet.has(field) && !(before && (field === "title" || field === "name")))) continue;
      if (!before && usual[field] === is) continue;
      lines.push(make("span", {}, label(field) + ": ", was == null ? "" : make("del", {}, value(was)), was == null ? "" : " → ",
        is == null ? make("ins", {}, "none") : make("ins", {}, value(is))));
    }
  }
  for (const record of (entry.targets?.count > 1 ? entry.targets.sample : [])) {
    lines.push(make("span", {}, "· " + (record.title ?? record.kind + " " + record.id)));
  }
  const more = (entry.targets?.count ?? 0) - (entry.targets?.sample?.length ?? 0);
  if (more > 0) lines.push(make("span", {}, `and ${more} more`));
  return lines;
}

const labels = { scheduledFor: "day", startTime: "from", endTime: "to", projectId: "project", tags: "tags" };

function label(field) {
  return labels[field] ?? field.replace(/[A-Z]/g, (c) => " " + c.toLowerCase());
}

function value(v) {
  if (Array.isArray(v)) return v.map(value).join(", ");
  if (v && typeof v === "object") return Object.values(v).map(value).join(" ");
  return typeof v === "string" ? day(v) : String(v);
}

// day adds the weekday to a date.
function day(text) {
  const m = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!m) return text;
  return new Date(m[1], m[2] - 1, m[3]).toLocaleDateString("en", { weekday: "short" }) + " " + text;
}

// paragraphs are the lines of a text; those that begin with a dash are a list.
function paragraphs(text) {
  const blocks = [];
  for (const line of text.split("\n")) {
    const item = line.startsWith("- ");
    const list = blocks.at(-1)?.localName === "ul" ? blocks.at(-1) : null;
    if (!item) blocks.push(make("p", {}, ...unbroken(line)));
    else if (list) list.append(make("li", {}, ...unbroken(line.slice(2))));
    else blocks.push(make("ul", {}, make("li", {}, ...unbroken(line.slice(2)))));
  }
  return blocks;
}

// unbroken keeps the dates of a text on one line each.
function unbroken(text) {
  return text.split(/((?:\w+ )?\d{4}-\d\d-\d\d)/).map((part, i) => (i % 2 ? make("span", { class: "date" }, part) : part));
}

function count(n, noun) {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}

function sentence(text) {
  return text ? text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "";
}

// ask sends a message. One that is in flight is replaced by the server.
async function ask(message, shown = message) {
  flight?.abort();
  const mine = flight = new AbortController();
  const turn = new Turn(shown, "You: " + shown);
  busy(true);
  try {
    for await (const [event, line] of events("/api/assistant/message", { message, session }, mine.signal)) turn.take(event, line);
  } catch (e) {
    turn.fail(e);
  }
  turn.stage.remove();
  if (flight === mine) {
    flight = null;
    busy(false);
  }
}

async function search(text) {
  const turn = new Turn(text, "Search: " + text);
  turn.working("Searching …");
  try {
    const answer = await call("/api/search?text=" + encodeURIComponent(text));
    const rows = (answer.rows ?? []).map((r) => make("li", { class: r.status === "completed" ? "done" : "" },
      make("span", {}, make("span", { class: "title" }, r.title ?? r.name ?? r.match?.excerpt ?? "")),
      make("span", {}, r.kind.replaceAll("_", " ") + " #" + r.id + (r.scheduledFor ? " · " + day(r.scheduledFor) : ""))));
    if (rows.length) turn.add(make("ul", { class: "found", "aria-label": "Results" }, ...rows));
    turn.say(answer.summary.text.replace("; --all shows the rest", ""));
  } catch (e) {
    turn.fail(e);
  }
  turn.stage.remove();
  turn.show();
}

function busy(on) {
  $("stop").hidden = !on;
  $("send").hidden = on;
}

function grow() {
  const words = $("words");
  words.style.height = "auto";
  words.style.height = words.scrollHeight + 2 + "px";
}

function submit(how) {
  const words = $("words");
  const text = words.value.trim();
  if (!text) return words.focus();
  last = text;
  words.value = "";
  grow();
  how(text);
  words.focus();
}

// lock asks for a token.
function lock(why) {
  sessionStorage.removeItem("token");
  token = "";
  $("refused").textContent = why;
  $("welcome").hidden = true;
  $("composer").hidden = true;
  $("unlock").hidden = false;
  $("token").focus();
}

async function unlock() {
  client = await call("/api/client");
  $("permit").textContent = client.permit === "apply" ? "may apply changes" : "may only propose";
  $("unlock").hidden = true;
  $("composer").hidden = false;
  $("welcome").hidden = $("log").childElementCount > 0;
  $("words").focus();
}

$("composer").addEventListener("submit", (e) => {
  e.preventDefault();
  submit(ask);
});
$("search").addEventListener("click", () => submit(search));
$("stop").addEventListener("click", () => {
  flight?.abort();
  $("words").focus();
});
$("words").addEventListener("input", grow);
$("words").addEventListener("keydown", (e) => {
  if (e.key === "Enter" && !e.shiftKey && !e.isComposing) {
    e.preventDefault();
    submit(e.ctrlKey || e.metaKey ? search : ask);
  } else if (e.key === "ArrowUp" && !e.target.value && last) {
    e.preventDefault();
    e.target.value = last;
    grow();
  }
});
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape") flight?.abort();
});
document.querySelectorAll(".example").forEach((b) => b.addEventListener("click", () => {
  $("words").value = b.textContent;
  grow();
  $("words").focus();
}));
$("unlock").addEventListener("submit", (e) => {
  e.preventDefault();
  token = $("token").value.trim();
  sessionStorage.setItem("token", token);
  unlock().catch((fault) => { $("refused").textContent = sentence(fault.message); });
});
window.addEventListener("hashchange", () => {
  token = takeToken();
  unlock().catch(() => {});
});

if (token) unlock().catch((e) => { if (e.status !== 401) lock("The server cannot be reached."); });
else lock("");
