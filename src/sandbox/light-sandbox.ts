import { type Fetch, wait } from "../http/index.ts";
import { openRequest } from "./body.ts";
import { prepare } from "./dispatch.ts";
import { type Fault, parseFaults, withFaults } from "./faults.ts";
import { BoundedMap } from "./jobs.ts";
import { createRandom, hash } from "./random.ts";
import { ServiceLimits } from "./rate-limits.ts";
import { endOnAbort } from "./responses.ts";
import type { SandboxOptions, SandboxState } from "./types.ts";

/** As `createSandbox`, without the platform's classes for requests and responses, which take 20 to 50 ms to load. */
export function createLightSandbox(options: SandboxOptions = {}): Fetch {
	const faults = typeof options.faults === "string" ? parseFaults(options.faults) : (options.faults ?? []);
	const state = createState({ ...options, faults });
	const random = createRandom("faults", state.seed);

	return async (input, init) => {
		const request = openRequest(input, init);
		const { signal } = request;
		signal.throwIfAborted();
		const id = state.createId();
		const { location, answer } = prepare(state, request, options.origin);
		if (state.latency > 0) await wait(state.latency, signal);
		const provider = location.kind === "provider" ? location.provider.id : undefined;
		const response = await withFaults(location.kind === "hub" ? [] : faults, random, provider, signal, answer);
		response.headers.set("x-request-id", id);
		return endOnAbort(response, signal);
	};
}

/** Maximum jobs and files of a sandbox. */
const KEPT = 500;
/** Maximum uploaded files and conversations of a sandbox; they may be large. */
const KEPT_LARGE = 20;

/** Returns the state of a new sandbox. */
function createState({
	seed = 0,
	latency = 0,
	tokensPerSecond = Number.POSITIVE_INFINITY,
	pendingPolls = 1,
	now = Date.now,
	faults = [],
	rateLimit = faults.find((fault) => fault.kind === "rate") ?? {},
}: SandboxOptions & { faults?: readonly Fault[] }): SandboxState {
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
		batches: { files: new BoundedMap(64), batches: new BoundedMap(64), repositories: new BoundedMap(4096) },
		rateLimits: new ServiceLimits(rateLimit, now),
		jobs: { byId: new BoundedMap(KEPT), files: new BoundedMap(KEPT), uploads: new BoundedMap(KEPT_LARGE) },
		responses: new BoundedMap(KEPT),
		deviceCodes: new BoundedMap(KEPT),
		endedTokens: new BoundedMap(KEPT),
	};
}
