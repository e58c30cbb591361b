// Closures: N bank accounts as functions over captured variables, each used.
// N: 900000, small: 2000
// small gives: 53354 960
function main(N) {
  function open(balance) {
    let moves = 0;
    const put = (n) => { balance += n; moves++; return balance; };
    const take = (n) => (n > balance ? -1 : put(-n));
    return { put, take, count: () => moves };
  }
  const add = (a) => (b) => (c) => a + b * c;
  let sum = 0, refused = 0;
  for (let i = 0; i < N; i++) {
    const account = open(i % 50);
    account.put(i % 7);
    if (account.take(i % 60) < 0) refused++;
    sum = (sum + account.put(1) + account.count() + add(i % 3)(2)(i % 5)) % 1000003;
  }
  return sum + " " + refused;
}
