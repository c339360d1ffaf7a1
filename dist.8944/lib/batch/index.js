import { describeFailure } from "./failure.js";
import {
  createLimiter
} from "./limiter.js";
import { readRateLimits } from "./rate-headers.js";
import { runBatch } from "./run-batch.js";
import {
  BatchStopped
} from "./types.js";
export {
  BatchStopped,
  createLimiter,
  describeFailure,
  readRateLimits,
  runBatch
};
