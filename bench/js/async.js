// await of settled promises, of async functions, in loops and in Promise.all.
// N: 1500000, small: 3000
// small gives: 18741
async function main(N) {
  const stored = Promise.resolve(4);
  async function price(i) { return i % 9; }
  async function both(i) { return (await price(i)) + (await stored); }
  let sum = 0;
  for (let i = 0; i < N; i++) {
    sum += await price(i);
    if (i % 4 === 0) sum += await both(i);
    if (i % 60 === 0) {
      const some = await Promise.all([price(i), both(i), 5]);
      for (const n of some) sum += n;
    }
  }
  return String(sum);
}
