// Map with integer keys: visits by user number, with removals.
// N: 3000000, small: 6000
// small gives: 5690 28 55457
function main(N) {
  const visits = new Map();
  let seed = 3, removed = 0;
  for (let i = 0; i < N; i++) {
    seed = (seed * 48271) % 2147483647;
    const user = (seed % 60000) * 7 + 3;
    visits.set(user, (visits.get(user) || 0) + 1);
    if (i % 9 === 0 && visits.delete((seed % 777) * 7 + 3)) removed++;
  }
  let sum = 0;
  for (const [user, n] of visits) sum = (sum + user * n) % 1000003;
  return visits.size + " " + removed + " " + sum;
}
