// Destructuring, spread, rest, defaults, generators and optional chaining.
// N: 400000, small: 2000
// small gives: 21039 500
function main(N) {
  function* pages(n) { for (let i = 0; i < n; i++) yield [i, i * i % 7]; }
  function total(first, ...rest) { return rest.reduce((a, b) => a + b, first); }
  let sum = 0, missing = 0;
  for (let i = 0; i < N; i++) {
    const base = { id: i, size: i % 5, owner: i % 4 ? { name: "n" + i % 6 } : undefined };
    const { id, size = 1, owner, ...others } = { ...base, extra: i % 3 };
    const [a, b = 2, ...tail] = [size, undefined, id % 10, others.extra];
    if ((owner?.name?.length ?? 0) === 0) missing++;
    sum += total(a, b, ...tail);
    if (i % 50 === 0) for (const [page, n] of pages(9)) sum += page + n;
  }
  return sum + " " + missing;
}
