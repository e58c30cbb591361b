// Arrays by index: the game of life on a torus of 256 by 256 cells, N rounds.
// N: 80, small: 2
// small gives: 20415 572429
function main(N) {
  const side = 256, size = side * side;
  let now = [], next = [], seed = 7;
  for (let i = 0; i < size; i++) {
    seed = (seed * 48271) % 2147483647;
    now.push(seed % 3 === 0 ? 1 : 0);
    next.push(0);
  }
  for (let round = 0; round < N; round++) {
    for (let y = 0; y < side; y++) {
      const up = ((y + side - 1) % side) * side, here = y * side, down = ((y + 1) % side) * side;
      for (let x = 0; x < side; x++) {
        const left = (x + side - 1) % side, right = (x + 1) % side;
        const n = now[up + left] + now[up + x] + now[up + right] + now[here + left] + now[here + right]
          + now[down + left] + now[down + x] + now[down + right];
        next[here + x] = n === 3 || (n === 2 && now[here + x] === 1) ? 1 : 0;
      }
    }
    const swap = now;
    now = next;
    next = swap;
  }
  let alive = 0, mark = 0;
  for (let i = 0; i < size; i++) {
    alive += now[i];
    mark = (mark * 2 + now[i]) % 1000003;
  }
  return alive + " " + mark;
}
