import snapshot from "./data/prices.json.js";
const PRICES = snapshot;
const BUNDLED_PRICES_DATE = PRICES.date;
function bundledPrice(provider, routed, model) {
  const table = routed ? PRICES.routed : PRICES.direct;
  const rows = Object.hasOwn(table, provider) ? table[provider] : void 0;
  const id = model.toLowerCase();
  const row = rows && Object.hasOwn(rows, id) ? rows[id] : void 0;
  const [input, output, cached, longestInput] = row ?? [];
  if (typeof input !== "number" || typeof output !== "number") return void 0;
  return { input, output, cached: cached ?? void 0, longestInput: longestInput ?? void 0 };
}
export {
  BUNDLED_PRICES_DATE,
  bundledPrice
};
