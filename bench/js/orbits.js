// Floating point on fields: particles that attract each other, N steps.
// N: 70000, small: 300
// small gives: 0.135000 0.160000 0.162
function main(N) {
  const all = [];
  for (let i = 0; i < 8; i++) {
    all.push({ mass: 1 + i / 4, x: i * 1.5, y: (i * 7 % 8) * 1.25, vx: 0.01 * (i % 3), vy: 0.02 * (i % 2) });
  }
  function step(dt) {
    for (let i = 0; i < all.length; i++) {
      const a = all[i];
      for (let j = i + 1; j < all.length; j++) {
        const b = all[j];
        const dx = b.x - a.x, dy = b.y - a.y;
        const square = dx * dx + dy * dy + 0.05;
        const pull = dt / (square * Math.sqrt(square));
        a.vx += dx * pull * b.mass;
        a.vy += dy * pull * b.mass;
        b.vx -= dx * pull * a.mass;
        b.vy -= dy * pull * a.mass;
      }
    }
    for (let i = 0; i < all.length; i++) {
      const a = all[i];
      a.x += dt * a.vx;
      a.y += dt * a.vy;
    }
  }
  for (let n = 0; n < N; n++) step(0.001);
  let px = 0, py = 0, energy = 0;
  for (const a of all) {
    px += a.mass * a.vx;
    py += a.mass * a.vy;
    energy += a.mass * (a.vx * a.vx + a.vy * a.vy) / 2;
  }
  return px.toFixed(6) + " " + py.toFixed(6) + " " + energy.toFixed(3);
}
