// Records made and read once: N parcels with a nested address.
// N: 700000, small: 2000
// small gives: 281400 166
function main(N) {
  const parcels = [];
  for (let i = 0; i < N; i++) {
    const to = { zone: "z" + (i % 12), floor: i % 5 };
    parcels.push({ id: i, weight: i % 90, to, fragile: i % 4 === 0, cost: 0 });
  }
  let cost = 0, fragile = 0;
  for (const p of parcels) {
    p.cost = p.weight * 3 + p.to.floor;
    if (p.fragile) p.cost = p.cost + 25;
    cost += p.cost;
  }
  for (const p of parcels) {
    if (p.fragile && p.to.zone === "z8") fragile++;
  }
  return cost + " " + fragile;
}
