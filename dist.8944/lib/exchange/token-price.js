import { add, multiply, shift, toDecimal, toNumber, ZERO } from "./decimal.js";
function costOf(usage, price) {
  if (!price || usage.input_tokens > (price.longestInput ?? Number.POSITIVE_INFINITY)) return null;
  const cached = Math.min(usage.cached_tokens ?? 0, usage.input_tokens);
  const parts = [
    [usage.input_tokens - cached, price.input],
    [cached, price.cached ?? price.input],
    [usage.output_tokens, price.output]
  ];
  let total = ZERO;
  for (const [tokens, perMillion] of parts) {
    const rate = toDecimal(perMillion);
    if (!rate || rate.digits < 0n) return null;
    total = add(total, multiply(rate, tokens));
  }
  return toNumber(shift(total, 6));
}
export {
  costOf
};
