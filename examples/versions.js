// Command tools of examples/demo.jsonc: two processes at once.
const [kernel, size] = await Promise.all([
  tools.system.kernel({}),
  tools.system.words({ text: "hello" }),
]);
return { kernel: kernel.trim(), inputBytes: Number(size) };
