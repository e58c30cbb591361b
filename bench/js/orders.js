// What a model writes: three calls of tools, then join, filter, group, rank; N times.
// N: 120, small: 2
// small gives: centre 1441 50451707 Client 189 i45x155, islands 1289 44963795 Client 337 i9x165
function main(N) {
  let seed = 31;
  const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
  const regions = ["north", "south", "east", "west", "centre", "islands"], kinds = ["book", "tool", "toy", "food"];
  const clients = [], sales = [];
  for (let i = 0; i < 400; i++) {
    clients.push({ id: "k" + i, name: "Client " + i, region: regions[random(6)], closed: random(12) === 0 });
  }
  for (let i = 0; i < 9000; i++) {
    sales.push({ id: i, client: "k" + random(420), kind: kinds[random(4)], cents: random(90000), day: random(365),
      items: [{ code: "i" + random(60), n: 1 + random(4) }, { code: "i" + random(60), n: 1 + random(4) }] });
  }
  const tools = {
    clients: { list: (o) => clients.filter((c) => o.all || !c.closed) },
    sales: { list: (o) => sales.slice(0, o.limit) },
    rates: { get: () => ({ book: 0.93, tool: 0.8, toy: 0.8 }) },
  };
  function report(from) {
    const people = tools.clients.list({ all: false });
    const all = tools.sales.list({ limit: 9000, order: "day" });
    const rates = tools.rates.get({ year: 2026 });
    const known = {};
    for (const person of people) known[person.id] = person;
    const byRegion = {};
    for (const sale of all.filter((s) => s.day >= from && s.cents > 500)) {
      const person = known[sale.client];
      if (!person) continue;
      const net = sale.cents * (rates[sale.kind] ?? 0.5);
      const region = byRegion[person.region] ??= { name: person.region, sales: 0, net: 0, best: null, items: {} };
      region.sales++;
      region.net += net;
      if (!region.best || net > region.best.net) region.best = { who: person.name, net };
      for (const { code, n } of sale.items) region.items[code] = (region.items[code] || 0) + n;
    }
    return Object.values(byRegion).sort((a, b) => b.net - a.net).slice(0, 2).map((region) => {
      const [top] = Object.keys(region.items).sort((a, b) => region.items[b] - region.items[a] || (a < b ? -1 : 1));
      return `${region.name} ${region.sales} ${Math.floor(region.net)} ${region.best.who} ${top}x${region.items[top]}`;
    }).join(", ");
  }
  let text = "";
  for (let i = 0; i < N; i++) text = report(30 + i % 2);
  return text;
}
