// Nested loops on small integers: greatest common divisors of pairs.
// N: 2600, small: 120
// small gives: 4386 26846
function main(N) {
  let sum = 0, coprime = 0;
  for (let i = 1; i <= N; i++) {
    for (let j = 1; j <= i; j++) {
      let a = i, b = j;
      while (b !== 0) {
        const rest = a % b;
        a = b;
        b = rest;
      }
      if (a === 1) coprime++;
      sum += a;
    }
  }
  return coprime + " " + sum;
}
