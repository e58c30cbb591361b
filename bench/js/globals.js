// Variables of the top level, read and written from a function.
// N: 9000000, small: 30000
// small gives: 5000 17 1464
let low = 0, high = 0, turns = 0;
const limit = 5000;

function main(N) {
  for (let i = 0; i < N; i++) {
    low = low + 3;
    if (low > limit) {
      low = low - limit;
      high = high + 1;
    }
    turns = (turns + low * high) % 10007;
  }
  return low + " " + high + " " + turns;
}
