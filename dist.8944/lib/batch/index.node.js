import library from "./index.node.cjs";
export const { BatchStopped, createLimiter, describeFailure, readRateLimits, runBatch } = library;
