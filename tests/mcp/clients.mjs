// clients.mjs DOSSIER DATABASE URL TREE: what clients of others see of dossier, as one JSON object by client. The SDK of the
// earlier versions and that of 2026-07-28, each over standard input and over HTTP. TREE changes and is imported while they listen.
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { Client as Legacy } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as LegacyHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client as Modern, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";

const [dossier, database, url, tree] = process.argv.slice(2);
const command = { command: dossier, args: ["mcp", "--db", database], stderr: "inherit" };
const able = { capabilities: { elicitation: {} } };
const isModern = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
const watched = "dossier:///projects/Tree";

// What the client is asked, and that it agrees.
function answering(asked, allow) {
  return async (request) => {
    asked.push(request.params.message);
    return { action: "accept", content: { allow } };
  };
}

async function look(client, version) {
  const tools = (await client.listTools()).tools.map((tool) => tool.name);
  const found = await client.callTool({ name: "find", arguments: { q: "kind:field health", limit: 3 } });
  const missing = await client.callTool({ name: "cat", arguments: {} });
  const resources = (await client.listResources()).resources.map((resource) => resource.uri);
  const templates = (await client.listResourceTemplates()).resourceTemplates.length;
  const file = await client.readResource({ uri: "dossier:///projects/Tree/files/src/a%20b.go" });
  const card = await client.readResource({ uri: "dossier:///projects/Game/symbols/Game.PlayerStats" });
  const gone = await client.readResource({ uri: "dossier:///projects/Tree/files/none" }).catch((error) => error.code);
  const prompt = await client.getPrompt({ name: "ask", arguments: { question: "who heals?", project: "Game" } });
  const completed = await client.complete({
    ref: { type: "ref/resource", uri: "dossier:///projects/{project}/files/{+path}" },
    argument: { name: "path", value: "a b" },
    context: { arguments: { project: "Tree" } },
  });
  return {
    version: version(),
    tools,
    rows: found.structuredContent.rows.map((row) => row.full_name),
    agrees: JSON.stringify(found.structuredContent) === found.content[0].text,
    missing: missing.isError,
    resources: resources.filter((uri) => !uri.includes("sessions")),
    templates,
    file: file.contents[0].text,
    card: JSON.parse(card.contents[0].text).fullName ?? JSON.parse(card.contents[0].text).key,
    gone,
    prompt: prompt.messages[0].content.text.includes("who heals?"),
    completed: completed.completion.values,
  };
}

// A new version of the tree, by another process.
function importNext(name) {
  appendFileSync(tree + "/src/more.go", `// ${name}\n`);
  execFileSync(dossier, ["import", tree, "--project", "Tree", "--db", database]);
}

const note = (text) => ({ name: "note", arguments: { symbol: "Game.PlayerStats", text } });

async function legacy(name, transport) {
  const client = new Legacy({ name, version: "1" }, able);
  const asked = [];
  client.setRequestHandler(ElicitRequestSchema, answering(asked, true));
  const updated = new Promise((resolve) =>
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, (told) => resolve(told.params.uri)),
  );
  await client.connect(transport);
  const seen = await look(client, () => transport.protocolVersion ?? "on stdio");
  const noted = await client.callTool(note("of " + name));
  client.setRequestHandler(ElicitRequestSchema, answering(asked, false));
  const denied = await client.callTool(note("not wanted"));
  await client.subscribeResource({ uri: watched });
  importNext(name);
  const told = await updated;
  await client.close();
  return { ...seen, asked: asked.length, noted: noted.isError, denied: denied.isError, told };
}

async function modern(name, transport) {
  const client = new Modern({ name, version: "1" }, { ...able, ...isModern });
  const asked = [];
  let allow = true;
  client.setRequestHandler("elicitation/create", (request) => answering(asked, allow)(request));
  const updated = new Promise((resolve) =>
    client.setNotificationHandler("notifications/resources/updated", (told) => resolve(told.params.uri)),
  );
  await client.connect(transport);
  const seen = await look(client, () => client.getNegotiatedProtocolVersion?.() ?? "2026-07-28");
  const noted = await client.callTool(note("of " + name));
  allow = false;
  const denied = await client.callTool(note("not wanted"));
  const listening = await client.listen({ resourceSubscriptions: [watched] });
  importNext(name);
  const told = await updated;
  await listening.close();
  await client.close();
  return { ...seen, asked: asked.length, noted: noted.isError, denied: denied.isError, told };
}

const out = {
  legacyStdio: await legacy("legacyStdio", new LegacyStdio(command)),
  legacyHttp: await legacy("legacyHttp", new LegacyHttp(new URL(url))),
  modernStdio: await modern("modernStdio", new ModernStdio(command)),
  modernHttp: await modern("modernHttp", new ModernHttp(new URL(url))),
};
console.log(JSON.stringify(out));
process.exit(0);
