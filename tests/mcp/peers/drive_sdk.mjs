// SPDX-License-Identifier: MIT
// drive_sdk.mjs v1|legacy|auto|modern URL | -- COMMAND ARGUMENT...
// The official SDK's client before `codemode serve`: version 1, or version 2 in
// one of its three ways to choose the protocol. Reads programs, a JSON object
// of name and source, from standard input, and prints one line of JSON: what
// the client saw.
import fs from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(process.env.PEERS_DIR + "/package.json");
const load = (name) => import(pathToFileURL(require.resolve("@modelcontextprotocol/" + name)));
const [, , mode, first, ...words] = process.argv;
const programs = JSON.parse(fs.readFileSync(0, "utf8"));
const info = { name: "sdk-test", version: "1.0.0" };
const isV1 = mode === "v1";

const { Client } = await load(isV1 ? "sdk/client/index.js" : "client");
const { StdioClientTransport } = await load(isV1 ? "sdk/client/stdio.js" : "client/stdio");
const { StreamableHTTPClientTransport } = await load(isV1 ? "sdk/client/streamableHttp.js" : "client");
const transport =
  first === "--"
    ? new StdioClientTransport({ command: words[0], args: words.slice(1), env: process.env, stderr: "inherit" })
    : new StreamableHTTPClientTransport(new URL(first));
const client = isV1
  ? new Client(info)
  : new Client(info, { versionNegotiation: { mode: mode === "modern" ? { pin: "2026-07-28" } : mode } });
await client.connect(transport);

const call = (params, options) =>
  isV1 ? client.callTool(params, undefined, options) : client.callTool(params, options);
const outcome = (promise) => promise.catch((e) => ({ thrown: e.message, code: e.code }));
const steps = [];
// Servers that start slowly come into the list later.
const complete = (tools) => ["everything", "files", "memory"].every((n) => tools[0]?.description.includes(`- ${n} (`));
let { tools } = await client.listTools();
for (const end = Date.now() + 30000; !complete(tools) && Date.now() < end; ({ tools } = await client.listTools()))
  await new Promise((resolve) => setTimeout(resolve, 50));
const seen = {
  version: isV1 ? (transport.protocolVersion ?? null) : client.getNegotiatedProtocolVersion(),
  server: client.getServerVersion(),
  instructions: client.getInstructions(),
  tools,
  runs: {},
};
for (const [name, code] of Object.entries(programs))
  seen.runs[name] = await outcome(
    call({ name: "execute", arguments: { code } }, { onprogress: (p) => steps.push(p.message) }),
  );
seen.wrong = await outcome(call({ name: "read_text_file", arguments: { path: "x" } }));
// A request that the client gives up: the server hears of it and goes on.
const stop = new AbortController();
const endless = outcome(call({ name: "execute", arguments: { code: "for (;;) ;" } }, { signal: stop.signal }));
setTimeout(() => stop.abort(), 100);
seen.aborted = await endless;
seen.after = await outcome(call({ name: "execute", arguments: { code: "return 1" } }));
console.log(JSON.stringify({ ...seen, steps }));
await client.close();
