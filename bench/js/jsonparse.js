// JSON.parse alone: a document of 1 MB, N times.
// N: 110, small: 1
// small gives: 966759 3600
function main(N) {
  const rows = [];
  for (let i = 0; i < 3600; i++) {
    const owner = { login: "user" + i % 31, mail: "u" + i + "@example.org" };
    rows.push({ id: i, title: "Ticket " + i, owner,
      open: i % 3 > 0, votes: i * 13 % 500, score: i / 16, labels: ["bug", "area-" + i % 12], closedAt: null,
      body: "What happens:\n\tthe \"" + i % 9 + "\" button does nothing. Expected: it saves the form and closes it." });
  }
  const text = JSON.stringify({ rows });
  let n = 0;
  for (let i = 0; i < N; i++) n += JSON.parse(text).rows.length;
  return text.length + " " + n;
}
