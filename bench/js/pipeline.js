// map, filter, reduce, some, find and flatMap with closures, N times.
// N: 220, small: 2
// small gives: 949748
function main(N) {
  const prices = [];
  for (let i = 0; i < 20000; i++) prices.push((i * 7919) % 10007);
  let total = 0;
  for (let n = 0; n < N; n++) {
    const rate = 3 + n % 4;
    total += prices.filter((p) => p % 3 !== 0).map((p) => p * rate + 1).filter((p) => p % 2 === 1)
      .reduce((sum, p) => (sum + p) % 1000003, 0);
    if (prices.some((p) => p > 10007)) total += 1;
    total += prices.find((p) => p % 1000 === 999 - rate);
    if (n % 10 === 0) total += prices.flatMap((p) => (p < 2500 ? [p, n] : [])).length;
  }
  return String(total);
}
