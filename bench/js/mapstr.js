// Map and Set with text keys: counts of words and of neighbours.
// N: 1000000, small: 4000
// small gives: 3240 1000 4 19539 false
function main(N) {
  const count = new Map(), pairs = new Set();
  let seed = 5, before = "";
  for (let i = 0; i < N; i++) {
    seed = (seed * 48271) % 2147483647;
    const word = "w" + (seed % 9000);
    count.set(word, (count.get(word) || 0) + 1);
    if (i % 4 === 0) pairs.add(before + " " + word);
    before = word;
  }
  let most = 0, lengths = 0;
  for (const [word, n] of count) {
    if (n > most) most = n;
    lengths += word.length * n;
  }
  return count.size + " " + pairs.size + " " + most + " " + lengths + " " + pairs.has("w1 w2");
}
