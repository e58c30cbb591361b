// What a model would write to answer: "Which open orders can we ship today,
// and what are they worth?" Run it with:
//
//     codemode run --demo examples/orders.ts

interface Line {
  sku: string;
  quantity: number;
}

interface Order {
  id: string;
  customerId: string;
  status: "open" | "shipped" | "cancelled";
  lines: Line[];
}

type Row = { order: string; customer: string; total: number; ship: string };

// The warehouse line is busy now and then: ask again, three times at most.
async function reserve(sku: string, quantity: number): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      await tools.stock.reserve({ sku, quantity });
      return true;
    } catch (error) {
      console.warn(`reserve ${sku}, attempt ${attempt}: ${error.message}`);
    }
  }
  return false;
}

const orders: Order[] = await tools.orders.list({ status: "open" });
console.log(`${orders.length} open orders`);

// Independent calls start together; the slow stock levels overlap.
const skus = [...new Set(orders.flatMap((order) => order.lines.map((line) => line.sku)))];
const [levels, prices, customers] = await Promise.all([
  Promise.all(skus.map((sku) => tools.stock.level({ sku }))),
  Promise.all(skus.map((sku) => tools.stock.price({ sku }))),
  tools.customers.list({}),
]);

const left = new Map<string, number>(levels.map((level) => [level.sku, level.available]));
const price = new Map<string, number>(prices.map((item) => [item.sku, item.price]));
const names = new Map<string, string>(customers.map((c) => [c.id, c.name]));

const table: Row[] = [];
for (const order of orders) {
  const inStock = order.lines.every((line) => (left.get(line.sku) ?? 0) >= line.quantity);
  let ship = "waiting for stock";
  if (inStock) {
    const reserved: boolean[] = [];
    for (const line of order.lines) {
      reserved.push(await reserve(line.sku, line.quantity));
      left.set(line.sku, left.get(line.sku)! - line.quantity);
    }
    ship = reserved.every(Boolean) ? "today" : "reservation failed";
  }
  const total = order.lines.reduce((sum, line) => sum + line.quantity * price.get(line.sku)!, 0);
  table.push({
    order: order.id,
    customer: names.get(order.customerId) ?? "unknown",
    total: Math.round(total * 100) / 100,
    ship,
  });
}

const today = table.filter((row) => row.ship === "today");
await tools.orders.note({ id: today[0].order, text: "first in line today" });

return {
  orders: table,
  shipToday: today.length,
  worth: Math.round(today.reduce((sum, row) => sum + row.total, 0) * 100) / 100,
};
