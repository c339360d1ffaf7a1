/**
 * A local substitute for Hugging Face, the router and every inference provider: a `fetch` that needs no token, no
 * network and no model, built on web standards alone.
 *
 * **URLs.** Hugging Face (`/api/...`) and the router (`/v1/...`, `/{provider id}/...`) share one origin; a provider's
 * own host is the path prefix `/@host/...`, such as `/@api.together.xyz/v1/chat/completions`. Requests to the real
 * hosts work as well, so `fetch: createSandbox()` is all a client needs.
 *
 * **Authorization.** Hugging Face and the router accept any token `hf_...`; a provider's own URL accepts any other key,
 * in the provider's own scheme. Tokens and keys that contain `invalid`, `expired` or `revoked` get 401.
 *
 * **Models.** A model exists if its owner is `sandbox` or one of the owners in `known-models.ts`; everything else is
 * 404. Its task follows from its name, in this order: a well-known model does what it does (`openai/whisper-large-v3`
 * transcribes); a name that contains a task id does that task (`sandbox/text-to-video`); words such as `flux`,
 * `whisper` or `bge` decide; anything else chats, and generates text on hf-inference. The mapping lists every provider
 * that serves the task, those that answer at once first. A model of `sandbox` may start with a behavior:
 * `sandbox/missing` (404, without a token 401), `sandbox/gated` (403), `sandbox/unserved` (an empty mapping),
 * `sandbox/staging...`, `sandbox/lora-text-to-image` (mapped as an adapter), `sandbox/failing-...` (jobs fail, calls
 * answer 500), `sandbox/endless-...` (jobs never end), `sandbox/queued-...` (Replicate answers before the job is done),
 * `sandbox/limited` (429 with Retry-After), `sandbox/overloaded` (503).
 *
 * **Answers** are made up: short rules for texts, and the built-in samples for every image, speech, music and video.
 * The same request gets the same answer. Where no rule fits, one line states that there is no model here.
 *
 * **Bounds.** Every request is answered or refused quickly; see `limits.ts`.
 */

import { createLightSandbox } from "./light-sandbox.ts";
import { SAMPLES, type Sample } from "./samples/index.ts";
import type { SandboxOptions } from "./types.ts";

export type { Fault } from "./faults.ts";
export type { Sample } from "./samples/index.ts";
export type { SandboxOptions } from "./types.ts";
export { redirectToSandbox, toSandboxUrl } from "./urls.ts";

/** Answers a request. It has the type of `fetch`, so it can be passed in place of one. */
export interface Sandbox {
	(input: string | URL | Request, init?: RequestInit): Promise<Response>;
	/** Built-in files for trying every task, which are also its answers. */
	readonly samples: readonly Sample[];
}

/**
 * Creates a sandbox.
 *
 * ```ts
 * const client = new InferenceClient("hf_any", { fetch: createSandbox() });
 * ```
 * @returns a `fetch`; rejects only for a broken connection, and when the request's signal is aborted
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
	const answer = createLightSandbox(options);
	const sandbox = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
		// The constructor refuses what `fetch` refuses.
		const request = input instanceof Request && init === undefined ? input : new Request(input, init);
		const { body, status, headers } = await answer(request);
		return new Response(body, { status, headers: [...headers] });
	};
	return Object.assign(sandbox, { samples: SAMPLES });
}
