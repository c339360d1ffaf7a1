import { sum } from "../exchange/index.js";
function sumCost(exchanges) {
  const known = exchanges.flatMap(({ cost_usd }) => cost_usd === null ? [] : [cost_usd]);
  return known.length === 0 || known.length < exchanges.length ? null : sum(known);
}
function sumUsage(exchanges) {
  const [first, ...rest] = exchanges.flatMap(({ usage }) => usage ?? []);
  if (!first) return null;
  const total = { ...first };
  for (const { input_tokens, output_tokens } of rest) {
    total.input_tokens += input_tokens;
    total.output_tokens += output_tokens;
  }
  return total;
}
function mergeExchanges(exchanges) {
  const [first] = exchanges;
  if (!first || exchanges.length === 1) return first;
  return { ...first, usage: sumUsage(exchanges), cost_usd: sumCost(exchanges) };
}
export {
  mergeExchanges,
  sumCost,
  sumUsage
};
