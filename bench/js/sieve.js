// One long array: smallest prime factors of the numbers up to N.
// N: 4000000, small: 30000
// small gives: 3245 872576
function main(N) {
  const factor = [0, 0];
  for (let i = 2; i <= N; i++) factor.push(0);
  let primes = 0;
  for (let i = 2; i <= N; i++) {
    if (factor[i] !== 0) continue;
    primes++;
    for (let k = i; k <= N; k += i) {
      if (factor[k] === 0) factor[k] = i;
    }
  }
  let sum = 0;
  for (let i = 2; i <= N; i++) sum = (sum + factor[i]) % 1000003;
  return primes + " " + sum;
}
