// SPDX-License-Identifier: MIT
// modern.mjs PORT: a server of both protocol eras on the official TypeScript SDK
// (version 2), which tells the era of each call. Run from a folder that holds
// the packages.
import http from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(process.cwd() + "/package.json");
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { createMcpHandler, McpServer } = await load("@modelcontextprotocol/server");
const { toNodeHandler } = await load("@modelcontextprotocol/node");
const z = await load("zod");

function build(context) {
  const server = new McpServer({ name: "peer", version: "1.0.0" });
  server.registerTool(
    "era",
    { inputSchema: z.object({ word: z.string() }), outputSchema: z.object({ era: z.string(), word: z.string() }) },
    async ({ word }) => ({ content: [], structuredContent: { era: context.era, word } }),
  );
  server.registerTool("steps", { inputSchema: z.object({ n: z.number().int() }) }, async ({ n }, call) => {
    const progressToken = call.mcpReq?._meta?.progressToken;
    for (let i = 1; i <= n; i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await call.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: i, total: n } });
    }
    return { content: [{ type: "text", text: `${n} steps` }] };
  });
  return server;
}

const handler = toNodeHandler(createMcpHandler(build));
http
  .createServer((request, response) => handler(request, response))
  .listen(Number(process.argv[2]), "127.0.0.1");
