// JSON both ways: a document of 20 MB (N records) parsed, changed, written.
// N: 76000, small: 600
// small gives: 158530 144600 137197
function main(N) {
  const page = [];
  for (let i = 0; i < 200; i++) {
    page.push(`{"id":${i},"title":"Ticket ${i * 7}","owner":{"login":"user${i % 31}","mail":"u${i}@example.org"},`
      + `"open":${i % 3 > 0},"votes":${i * 13 % 500},"score":${i / 16},"labels":["bug","area-${i % 12}"],`
      + `"closedAt":null,"body":"What happens:\\n\\tthe \\"${i % 9}\\" button does nothing. `
      + `Expected: it saves the form and closes it."}`);
  }
  const pages = [];
  for (let i = 0; i < N / 200; i++) pages.push(page.join(","));
  const text = `{"count":${N},"tickets":[${pages.join(",")}]}`;

  const { tickets } = JSON.parse(text);
  let votes = 0;
  const changed = tickets.map((t) => {
    votes += t.votes;
    const state = t.open ? "open" : "closed";
    return { ...t, owner: t.owner.login, labels: t.labels.length, state, score: t.score * 2 };
  });
  const back = JSON.stringify({ tickets: changed });
  return text.length + " " + votes + " " + back.length;
}
