// Text cut up and put together: 4,000 lines of settings, N times.
// N: 100, small: 1
// small gives: 1234 74320 998000
function main(N) {
  const source = [];
  for (let i = 0; i < 4000; i++) {
    source.push("host" + i % 50 + ".port" + i % 9 + " =  Value-" + (i * 13 % 500) + "  # comment " + i);
  }
  const text = source.join("\n");
  let known = 0, letters = 0, sum = 0;
  for (let n = 0; n < N; n++) {
    for (const line of text.split("\n")) {
      const end = line.indexOf("#");
      const [key, value] = line.slice(0, end).split("=");
      const parts = key.trim().split(".");
      const word = value.trim().toLowerCase();
      if (word.startsWith("value-1") || parts[1].endsWith("7")) known++;
      sum += Number(word.slice(6));
      letters += (parts[0].toUpperCase() + "/" + parts[1].replace("port", "p") + "=" + word).length;
    }
  }
  return known + " " + letters + " " + sum;
}
