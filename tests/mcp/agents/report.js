// One program over three servers: text from files, a sum and an image from
// everything, and what memory has kept. FOLDER is put in by the test.
const [listing, sum] = await Promise.all([
  tools.files.list_directory({ path: "FOLDER" }),
  tools.everything["get-sum"]({ a: 20, b: 22 }),
  tools.everything["get-tiny-image"](),
]);
const observations = listing.content.split("\n").sort();
await tools.memory.create_entities({ entities: [{ name: "report", entityType: "note", observations }] });
const graph = await tools.memory.read_graph();
return { sum, kept: graph.entities[0].observations };
