import { createBatchStore } from "./batch-jobs.ts";
import { BoundedMap } from "./jobs.ts";
import { hash } from "./random.ts";
import { RateLimits } from "./rate-limits.ts";
import type { SandboxOptions, SandboxState } from "./types.ts";

/** Jobs and files that a sandbox remembers. */
const KEPT = 500;
/** Uploaded files and conversations that a sandbox remembers; they may be large. */
const KEPT_LARGE = 20;

/** Returns the state of a new sandbox. */
export function createState({
	seed = 0,
	latency = 0,
	tokensPerSecond = Number.POSITIVE_INFINITY,
	pendingPolls = 1,
	now = Date.now,
	faults = [],
	rateLimit = faults.find((fault) => fault.kind === "rate") ?? {},
}: SandboxOptions): SandboxState {
	let count = 0;
	return {
		seed,
		latency,
		streamPause: Math.max(latency, 1000 / tokensPerSecond),
		pendingPolls,
		now,
		createId: () => {
			count++;
			return `${hash("id", seed, count).toString(16).padStart(8, "0")}${count.toString(16).padStart(8, "0")}`;
		},
		batches: createBatchStore(),
		rateLimits: new RateLimits(rateLimit, now),
		jobs: { byId: new BoundedMap(KEPT), files: new BoundedMap(KEPT), uploads: new BoundedMap(KEPT_LARGE) },
		responses: new BoundedMap(KEPT),
	};
}
