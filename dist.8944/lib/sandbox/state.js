import { createBatchStore } from "./batch-jobs.js";
import { BoundedMap } from "./jobs.js";
import { hash } from "./random.js";
import { RateLimits } from "./rate-limits.js";
const KEPT = 500;
const KEPT_LARGE = 20;
function createState({
  seed = 0,
  latency = 0,
  tokensPerSecond = Number.POSITIVE_INFINITY,
  pendingPolls = 1,
  now = Date.now,
  faults = [],
  rateLimit = faults.find((fault) => fault.kind === "rate") ?? {}
}) {
  let count = 0;
  return {
    seed,
    latency,
    streamPause: Math.max(latency, 1e3 / tokensPerSecond),
    pendingPolls,
    now,
    createId: () => {
      count++;
      return `${hash("id", seed, count).toString(16).padStart(8, "0")}${count.toString(16).padStart(8, "0")}`;
    },
    batches: createBatchStore(),
    rateLimits: new RateLimits(rateLimit, now),
    jobs: { byId: new BoundedMap(KEPT), files: new BoundedMap(KEPT), uploads: new BoundedMap(KEPT_LARGE) },
    responses: new BoundedMap(KEPT)
  };
}
export {
  createState
};
