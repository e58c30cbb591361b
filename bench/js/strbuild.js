// Text built piece by piece, and lists joined.
// N: 900000, small: 5000
// small gives: 50556 43239 917013
function main(N) {
  let report = "";
  for (let i = 0; i < N; i++) report += "#" + i + ":" + (i % 3 === 0 ? "ok" : "late") + "\n";
  const cells = [];
  for (let i = 0; i < N; i++) cells.push("c" + i % 77 + "/" + i);
  const row = cells.join(";");
  let mark = 0;
  for (let i = 0; i < report.length; i += 97) mark = (mark * 31 + report.charCodeAt(i)) % 1000003;
  for (let i = 0; i < row.length; i += 97) mark = (mark * 31 + row.charCodeAt(i)) % 1000003;
  return report.length + " " + row.length + " " + mark;
}
