const RATES = 40;
const RESTS = [0, 0.5, 1, 2, 4, 8, 16];
const TOLERANCE = 2;
function fitBucket(outcomes) {
  const first = outcomes[0]?.time ?? 0;
  const span = Math.max(1, (outcomes.at(-1)?.time ?? 0) - first);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  let found = { low: passed / span / 50, best: 0, high: passed / span * 50 };
  for (let round = 0; round < 3; round++) {
    found = summarize(scoreRates(outcomes, spread(found.low / 1.2, found.high * 1.2, RATES)));
  }
  return found;
}
function scoreRates(outcomes, rates) {
  return rates.map((rate) => {
    const size = sizeAt(outcomes, rate);
    let miss = Number.POSITIVE_INFINITY;
    for (const rest of RESTS) {
      miss = Math.min(miss, missOf(outcomes, rate, size + rest, miss));
    }
    return { rate, miss };
  });
}
function summarize(ways) {
  const least = Math.min(...ways.map(({ miss }) => miss));
  const good = ways.filter(({ miss }) => miss <= least + TOLERANCE).map(({ rate }) => rate);
  const exact = ways.filter(({ miss }) => miss <= least + TOLERANCE / 10).map(({ rate }) => rate);
  const [low = 0, high = low] = [good[0], good.at(-1)];
  return { low, best: Math.sqrt((exact[0] ?? low) * (exact.at(-1) ?? high)), high };
}
function sizeAt(outcomes, rate) {
  let missing = 0;
  let before = outcomes[0]?.time ?? 0;
  for (const { time, passed, dry } of outcomes) {
    missing = Math.max(0, missing - rate * (time - before)) + passed;
    before = time;
    if (dry > 0) break;
  }
  return Math.max(1, missing);
}
function missOf(outcomes, rate, size, most) {
  let level = size;
  let miss = 0;
  let before = outcomes[0]?.time ?? 0;
  for (const { time, passed, dry } of outcomes) {
    level = Math.min(size, level + rate * (time - before)) - passed;
    before = time;
    if (level < 0) {
      miss -= level;
      level = 0;
    }
    if (dry > 0 && level >= 1) {
      miss += level;
      level = 0.5;
    }
    if (miss > most) return miss;
  }
  return miss;
}
function spread(low, high, count) {
  return Array.from({ length: count }, (_, place) => low * (high / low) ** (place / (count - 1)));
}
export {
  fitBucket
};
