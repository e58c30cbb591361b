// Lists a folder, reads its files in parallel, counts words, stores a summary
// in memory and returns a table. FOLDER is put in by the test.
const folder = "FOLDER";
const text = (value) => (typeof value === "string" ? value : value.content);

const listing = text(await tools.files.list_directory({ path: folder }));
const names = listing
  .split("\n")
  .filter((line) => line.startsWith("[FILE] "))
  .map((line) => line.slice("[FILE] ".length).trim())
  .sort();

const bodies = await Promise.all(
  names.map((name) => tools.files.read_text_file({ path: `${folder}/${name}` })),
);
const table = bodies.map((body, i) => ({
  file: names[i],
  words: text(body).split("\n").join(" ").split(" ").filter((word) => word !== "").length,
}));
const total = table.reduce((sum, row) => sum + row.words, 0);

await tools.memory.create_entities({
  entities: [
    { name: "word-count", entityType: "report", observations: [`${total} words in ${names.length} files`] },
  ],
});
const graph = await tools.memory.read_graph({});
const stored = (typeof graph === "string" ? JSON.parse(graph) : graph).entities[0].observations[0];

const sum = await tools.everything["get-sum"]({ a: 20, b: 22 });
console.log(text(sum));

// Takes half a second, in which all progress before it reaches the client.
await tools.everything["trigger-long-running-operation"]({ duration: 0.5, steps: 1 });
return { table, total, stored };
