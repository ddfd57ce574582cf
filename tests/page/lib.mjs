// What the tests of the page share: a database of the fixtures, a server over it, a browser, and checks that speak.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const here = path.dirname(fileURLToPath(import.meta.url));
export const fixtures = path.resolve(here, "../../fixtures");
const [dossier, chrome, artefacts] = process.argv.slice(2).map((given) => path.resolve(given));
export const shots = artefacts;
// What the program remembers of its person is the test's, and goes with it.
const state = fs.mkdtempSync(path.join(os.tmpdir(), "dossier-state-"));
process.on("exit", () => fs.rmSync(state, { recursive: true, force: true }));
const environment = { ...process.env, LC_ALL: "C.UTF-8", DOSSIER_MODEL: "", DOSSIER_TOKEN: "", XDG_STATE_HOME: state };

export function check(good, what) {
  if (!good) throw new Error("check failed: " + what);
}
export function equal(got, wanted, what) {
  if (got !== wanted) throw new Error(`${what}: got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);
}

/** Waits for what a page shows: it draws after its address and its data change, so looking once is a race. */
export async function soon(what, holds) {
  for (const end = Date.now() + 30000; !(await holds()); ) {
    check(Date.now() < end, what);
    await new Promise((go) => setTimeout(go, 50));
  }
}

export function run(folder, ...args) {
  const made = spawnSync(dossier, args, { cwd: folder, env: environment, encoding: "utf8", input: "" });
  if (made.status !== 0) throw new Error(`dossier ${args.join(" ")}: ${made.stderr}`);
  return made.stdout;
}

const json = (value) => JSON.stringify(value);
const lookup = (tool, input) => json(json({ tool_calls: [{ tool, input }] }));
const finding = (kind, name, fullName, notes, importance) => ({ kind, name, fullName, moduleName: "Assembly-CSharp.dll", assemblyPath: "", sourcePath: "", notes, importance });

/** The question of seed 000 and its answer, as a model gives it. */
export const question = "hey can u help me check where the attack power and health vals in the player is?";
export function writeScripts(folder) {
  const answer = { version: 1, question, summary: "The player's stats are fields of Game.PlayerStats; ApplyDamage lowers the health.",
    steps: [{ description: "Searched", tool: "broad_lookup", tool_input: "Player.*(Health|Attack)", tool_output_count: 21 }],
    findings: [finding("field", "_health", "Game.PlayerStats._health", "Current health.", "high"), finding("field", "_attackPower", "Game.PlayerStats._attackPower", "Base attack power.", "high"),
      finding("method", "Invented", "Game.PlayerStats.Invented", "A model may be wrong.", "low")] };
  fs.writeFileSync(path.join(folder, "ask.jsonl"), [lookup("broad_lookup", { pattern: "Player.*(Health|Attack)" }), lookup("clear_lookup", { identifier: "Game.PlayerStats" }), json(json(answer)), json(json(answer))].join("\n") + "\n");
  fs.writeFileSync(path.join(folder, "edit.jsonl"), [
    json("ACTION: READ_FILE(path='stats.txt')"),
    json("ACTION: EDIT_FILE(path='stats.txt')\nCONTENT_START\nhealth = 120\nattack = 7\nCONTENT_END"),
    json("I edited **stats.txt**: the health is 120 now."),
    json("Nothing else <img src=x onerror=\"window.hacked = 1\"> is to be done. [a link](javascript:alert(1))")].join("\n") + "\n");
  const code = "const [found] = await batchCall([{name: 'broad_lookup', params: {pattern: '_health$'}}]);\nlog('found', found.result.length);\nconst {content} = await callTool('read_file', {path: 'stats.txt'});\nreturn content;";
  fs.writeFileSync(path.join(folder, "auto.jsonl"), [json({ calls: [{ tool: "run_auto_tool", input: { code } }] }), json({ text: "The script read stats.txt." })].join("\n") + "\n");
  const again = [json({ calls: [{ tool: "run_auto_tool", input: { code: "return (await callTool('read_file', {path: 'stats.txt'})).content;" } }] })];
  fs.writeFileSync(path.join(folder, "category.jsonl"), [...again, json({ text: "It is read once." }), ...again, json({ text: "It is read again." })].join("\n") + "\n");
  fs.mkdirSync(path.join(folder, "ws"), { recursive: true });
  fs.writeFileSync(path.join(folder, "ws", "stats.txt"), "health = 100\nattack = 7\n");
}

/** A folder with a database of the fixtures. */
export function world() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dossier-page-"));
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  const from = (name) => path.join(fixtures, name);
  run(folder, "import", from("exports/unity.project.json"), "--project", "unity", "--db", "d.db");
  run(folder, "import", from("exports/versions.v1.project.json"), "--project", "versions", "--label", "v1", "--db", "d.db");
  run(folder, "import", from("exports/versions.v2.project.json"), "--project", "versions", "--label", "v2", "--db", "d.db");
  fs.copyFileSync(from("assemblies/Shapes.dll"), path.join(folder, "Shapes.dll"));
  run(folder, "import", "Shapes.dll", "--project", "shapes", "--db", "d.db");
  fs.cpSync(from("grpc_shop/base"), path.join(folder, "shop"), { recursive: true });
  run(folder, "import", "shop", "--project", "shop", "--label", "before", "--db", "d.db");
  const applied = spawnSync("git", ["apply", from("grpc_shop/changes/rename_currency/proto.diff")], { cwd: path.join(folder, "shop"), encoding: "utf8" });
  if (applied.status !== 0) throw new Error(applied.stderr);
  run(folder, "import", "shop", "--project", "shop", "--label", "after", "--db", "d.db");
  writeScripts(folder);
  return folder;
}

export async function serve(folder, args = [], port = 0, db = "d.db") {
  const process_ = spawn(dossier, ["serve", "--db", db, "--port", String(port), ...args], { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  process_.stderr.on("data", (text) => (said += text));
  const url = await new Promise((resolve, reject) => {
    let out = "";
    process_.stdout.on("data", (text) => {
      out += text;
      const found = /listening on (\S+)\//.exec(out);
      if (found) resolve(found[1]);
    });
    process_.on("exit", (code) => reject(new Error(`dossier serve ended with ${code}: ${said}`)));
  });
  const stop = (signal = "SIGTERM") => new Promise((resolve) => {
    if (process_.exitCode !== null || process_.signalCode !== null) return resolve();
    process_.on("exit", resolve);
    process_.kill(signal);
  });
  process.on("exit", () => process_.kill("SIGKILL"));
  return { url, stop, pid: process_.pid, port: Number(new URL(url).port), log: () => said };
}
export const models = (...names) => names.flatMap((name) => ["--model", `scripted:${name}.jsonl`]);

/** A page that fails the test for an error in it, a request to elsewhere, or a dialog of the browser. */
export async function browse(options = {}) {
  const browser = await chromium.launch({ executablePath: chrome, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  const faults = [];
  const tab = async (context) => {
    const page = await context.newPage();
    page.setDefaultTimeout(Number(process.env.PATIENCE ?? 60) * 1000);
    page.on("pageerror", (error) => faults.push("error: " + error.message));
    page.on("dialog", (dialog) => (faults.push("dialog: " + dialog.message()), dialog.dismiss()));
    page.on("console", (message) => /Content Security Policy|TrustedHTML|Uncaught/.test(message.text()) && faults.push(`console: ${message.text()} at ${message.location().url}:${message.location().lineNumber}`));
    page.on("request", (request) => !/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url()) && faults.push("request: " + request.url()));
    return page;
  };
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await tab(context);
  return { browser, context, page, tab: () => tab(context), faults, close: () => browser.close() };
}

/** Runs a test: named steps, each timed, and what went wrong with a picture of it. GO_ON=1 goes on after a failure, ONLY=WORDS runs the steps whose names have
 * them, PATIENCE=SECONDS waits no longer for anything. */
export async function test(steps, page, faults) {
  for (const [name, step] of steps.filter(([name]) => name.includes(process.env.ONLY ?? ""))) {
    const start = Date.now();
    try {
      await step();
      if (faults.length) throw new Error(faults.join("\n"));
      console.log(`ok     ${name} (${Date.now() - start} ms)`);
    } catch (error) {
      await page().screenshot({ path: path.join(shots, "failed.png") }).catch(() => {});
      console.log(`FAILED ${name} at ${page().url()}\n${error.stack}\n${await page().locator("main").innerText().catch(() => "")}`.slice(0, 4000));
      process.exitCode = 1;
      if (!process.env.GO_ON) process.exit(1);
      faults.length = 0;
    }
  }
}

const axe = fs.readFileSync(path.join(here, "node_modules/axe-core/axe.min.js"), "utf8");
/** No violation that axe-core knows, in the theme that is on. */
export async function accessible(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + " " + (node.any[0]?.message ?? "")).join(" | ")}`));
  check(found.length === 0, `${what}: axe-core found\n  ${found.join("\n  ")}`);
}
