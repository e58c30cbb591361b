// try, catch and finally: N orders, a third refused three calls deep.
// N: 2400000, small: 3000
// small gives: 80000 1000 13250 3000
function main(N) {
  function reserve(i) {
    if (i % 3 === 1) throw new RangeError("no stock of " + i % 12);
    return i % 40;
  }
  function price(i) { return reserve(i) * 2; }
  function order(i) {
    try {
      return price(i) + 1;
    } finally {
      tried++;
    }
  }
  let tried = 0, sum = 0, refused = 0, letters = 0;
  for (let i = 0; i < N; i++) {
    try {
      sum += order(i);
    } catch (e) {
      if (e instanceof RangeError) refused++;
      letters += e.message.length;
    }
  }
  return sum + " " + refused + " " + letters + " " + tried;
}
