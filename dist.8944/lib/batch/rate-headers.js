import { readRetryAfter } from "../http/index.js";
const named = (counts, suffix) => ({
  counts,
  limit: `x-ratelimit-limit${suffix}`,
  remaining: `x-ratelimit-remaining${suffix}`,
  reset: `x-ratelimit-reset${suffix}`
});
const HEADER_ROWS = [
  // OpenAI, Groq and most others.
  named("requests", "-requests"),
  named("tokens", "-tokens"),
  // Cerebras.
  named("requests", "-requests-day"),
  named("tokens", "-tokens-minute"),
  // Fireworks.
  named("tokens", "-tokens-prompt"),
  named("tokens", "-tokens-generated"),
  // Together.
  named("requests", ""),
  { counts: "tokens", limit: "x-tokenlimit-limit", remaining: "x-tokenlimit-remaining", reset: "x-tokenlimit-reset" }
];
function readRateLimits(headers, now = Date.now()) {
  const windows = [];
  for (const row of HEADER_ROWS) {
    const window = readRow(row, headers, now);
    if (window) windows.push(window);
  }
  const structured = headers.get("ratelimit");
  if (structured) windows.push(...readStructured(structured, headers.get("ratelimit-policy")));
  const isOverLimit = headers.get("x-ratelimit-over-limit")?.trim().toLowerCase() === "yes";
  return windows.length > 0 || isOverLimit ? { windows, isOverLimit } : void 0;
}
function readRow(row, headers, now) {
  const limit = readCount(headers.get(row.limit));
  const remaining = readCount(headers.get(row.remaining));
  if (limit === void 0 && remaining === void 0) return void 0;
  return makeWindow(row.counts, limit, remaining, readReset(headers.get(row.reset), now));
}
function readStructured(limits, policies) {
  return limits.split(",").flatMap((item) => {
    const remaining = readCount(readParameter(item, "r"));
    if (remaining === void 0) return [];
    const seconds = readCount(readParameter(item, "t"));
    const name = /"([^"]*)"/.exec(item)?.[0];
    const policy = policies?.split(",").find((candidate) => name === void 0 || candidate.includes(name));
    const limit = readCount(readParameter(policy ?? "", "q"));
    return [makeWindow("requests", limit, remaining, seconds === void 0 ? void 0 : seconds * 1e3)];
  });
}
function readParameter(item, name) {
  return new RegExp(`;\\s*${name}\\s*=\\s*([\\d.]+)`).exec(item)?.[1] ?? null;
}
function makeWindow(counts, limit, remaining, reset) {
  return {
    counts,
    ...limit === void 0 ? {} : { limit },
    ...remaining === void 0 ? {} : { remaining },
    ...reset === void 0 ? {} : { reset }
  };
}
function readCount(text) {
  if (text === null || text.trim() === "") return void 0;
  const value = Number(text);
  return Number.isFinite(value) ? Math.max(0, value) : void 0;
}
const EPOCH_SECONDS = 1e9;
const UNIT_MS = { ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5 };
function readReset(text, now) {
  const value = text?.trim();
  if (!value) return void 0;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) {
    if (seconds < EPOCH_SECONDS) return Math.max(0, seconds * 1e3);
    return Math.max(0, (seconds < EPOCH_SECONDS * 1e3 ? seconds * 1e3 : seconds) - now);
  }
  if (/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(value)) {
    let total = 0;
    for (const [, amount, unit] of value.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)) {
      total += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
    }
    return total;
  }
  const date = /^(\d{4}-\d\d-\d\dT|[A-Z][a-z]{2}, )/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? void 0 : Math.max(0, date - now);
}
function readPause(headers, now = Date.now()) {
  const exact = readCount(headers.get("retry-after-ms"));
  if (exact !== void 0) return exact;
  return readRetryAfter(headers, () => now);
}
export {
  readPause,
  readRateLimits
};
