// SPDX-License-Identifier: MIT
// drive.mjs CODEMODE CONFIG PROGRAM: `codemode serve` driven by the official
// TypeScript SDK client. Prints one line of JSON: what the client saw.
import fs from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(process.env.PEERS_DIR + "/package.json");
const load = (name) => import(pathToFileURL(require.resolve("@modelcontextprotocol/sdk/" + name)));
const { Client } = await load("client/index.js");
const { StdioClientTransport } = await load("client/stdio.js");

const [, , codemode, config, program] = process.argv;
const transport = new StdioClientTransport({
  command: codemode,
  args: ["serve", "--config", config],
  env: process.env,
  stderr: "inherit",
});
const client = new Client({ name: "peers-test", version: "1.0.0" });
const changed = new Promise((resolve) => {
  client.fallbackNotificationHandler = async (n) => {
    if (n.method === "notifications/tools/list_changed") resolve(true);
  };
  setTimeout(() => resolve(false), 3000);
});
await client.connect(transport);
const first = await client.listTools();
const steps = [];
const run = await client.callTool(
  { name: "execute", arguments: { code: fs.readFileSync(program, "utf8") } },
  undefined,
  { onprogress: (p) => steps.push(p.message), timeout: 60000 },
);
const image = await client.callTool({
  name: "execute",
  arguments: { code: "return await tools.everything['get-tiny-image']({})" },
});
const failed = await client.callTool({
  name: "execute",
  arguments: { code: "return await tools.everything.nothing({})" },
});
const wrong = await client.callTool({ name: "read_text_file", arguments: {} });
const last = await client.listTools();
await client.ping();
console.log(
  JSON.stringify({
    server: client.getServerVersion(),
    first: first.tools.map((t) => t.name),
    last: last.tools.map((t) => t.name),
    description: last.tools[0].description,
    changed: first.tools[0].description === last.tools[0].description ? null : await changed,
    steps,
    run,
    image,
    failed,
    wrong,
  }),
);
await client.close();
