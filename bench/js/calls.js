// Recursive calls: in how many ways a stair of N steps can be climbed.
// N: 27, small: 15
// small gives: 5768
function main(N) {
  function ways(left) {
    if (left < 0) return 0;
    if (left === 0) return 1;
    return ways(left - 1) + ways(left - 2) + ways(left - 3);
  }
  return String(ways(N));
}
