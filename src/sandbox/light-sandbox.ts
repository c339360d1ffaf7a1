import { type Fetch, wait } from "../http/index.ts";
import { prepare } from "./dispatch.ts";
import { withFaults } from "./faults.ts";
import { createRandom } from "./random.ts";
import { endOnAbort } from "./responses.ts";
import { openRequest } from "./sandbox-request.ts";
import { createState } from "./state.ts";
import type { SandboxOptions } from "./types.ts";

/** As `createSandbox`, without the platform's classes for requests and responses, which take 20 to 50 ms to load. */
export function createLightSandbox(options: SandboxOptions = {}): Fetch {
	const state = createState(options);
	const random = createRandom("faults", state.seed);
	const faults = options.faults ?? [];

	return async (input, init) => {
		const request = openRequest(input, init);
		const { signal } = request;
		signal.throwIfAborted();
		const id = state.createId();
		const { location, answer } = prepare(state, request, options.origin);
		if (state.latency > 0) await wait(state.latency, signal);
		const provider = location.kind === "provider" ? location.provider.id : undefined;
		const response =
			location.kind === "hub" ? await answer() : await withFaults(faults, random, provider, signal, answer);
		response.headers.set("x-request-id", id);
		return endOnAbort(response, signal);
	};
}
