/**
 * A stand-in for the hub, the router and every inference provider: a function from request to answer that needs no
 * token, no network and no model, made of web standards alone.
 *
 * **Addresses.** Hub (`/api/…`) and router (`/v1/…`, `/{provider id}/…`) share one origin; a provider's own host is the
 * path prefix `/@host/…`, such as `/@api.together.xyz/v1/chat/completions`. Requests that carry the real hosts are
 * understood as well, so `fetch: createSandbox()` is all a client needs.
 *
 * **Who may call.** Hub and router take any token `hf_…`; a provider's own address takes any key that is none, in the
 * provider's own scheme. A token or key with `invalid`, `expired` or `revoked` in it is refused with 401.
 *
 * **Models.** Every model id is served. What it does is told by its name, in this order: a well-known model does what it
 * does (`openai/whisper-large-v3` transcribes); a name that contains a task id does that task (`sandbox/text-to-video`,
 * `acme/tiny-fill-mask`); words such as `flux`, `whisper` or `bge` decide; anything else chats, and generates text on
 * hf-inference. The mapping names every provider that serves the task, those that answer at once first.
 * Names of the organisation `sandbox` may begin with a behaviour, then a task: `sandbox/missing` (404, without a token
 * 401), `sandbox/gated` (403), `sandbox/unserved` (an empty mapping), `sandbox/staging…`, `sandbox/lora-text-to-image`
 * (mapped as an adapter), `sandbox/failing-…` (its jobs fail, its calls answer 500), `sandbox/endless-…` (its jobs never
 * end), `sandbox/queued-…` (Replicate answers before it is done), `sandbox/limited` (429 with Retry-After) and `sandbox/overloaded` (503).
 *
 * **Answers** are computed from the request and repeat for the same seed: chat looks at the messages, images are drawn
 * from the prompt, labels come from the text or the pixels. Nothing is true because a sandbox says so.
 */

import { wait } from "../http/index.ts";
import { ALL_PROVIDERS, type InferenceProvider, type Provider } from "../inference/index.ts";
import { checkAnyKey, checkHubToken, checkProviderKey } from "./authorization.ts";
import { errorFormatOf, HUB_FORMAT, ROUTER_FORMAT } from "./error-formats.ts";
import { notFound, ServiceFailure } from "./failure.ts";
import { withFaults } from "./faults.ts";
import { answerHub } from "./hub.ts";
import { BoundedMap } from "./jobs.ts";
import { createRandom, hash } from "./random.ts";
import { bytesResponse, jsonResponse } from "./responses.ts";
import { answerRouter } from "./router.ts";
import { SERVICES } from "./services.ts";
import type { IncomingCall, SandboxOptions, SandboxState } from "./types.ts";
import { fileUrlFrom, type Location, locate, providerUrlFrom } from "./urls.ts";

export { type Fault, parseFaults } from "./faults.ts";
export { redirectToSandbox } from "./redirect.ts";
export type { SandboxOptions } from "./types.ts";
export { toSandboxUrl } from "./urls.ts";

const CORS = {
	"access-control-allow-origin": "*",
	"access-control-allow-methods": "GET, POST, OPTIONS",
	"access-control-allow-headers": "*",
	"access-control-expose-headers": "*",
};
const KEPT = 500;

/** Answers a request. It has the shape of `fetch`, so it can be passed wherever a `fetch` is taken. */
export type Sandbox = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Creates a sandbox.
 *
 * ```ts
 * const client = new InferenceClient("hf_any", { fetch: createSandbox() });
 * ```
 * @returns a `fetch`; rejects only to stand for a broken connection, and when the request's signal is aborted
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
	const state = createState(options);
	const random = createRandom("faults", state.seed);
	const faults = options.faults ?? [];

	return async (input, init) => {
		const request = input instanceof Request && init === undefined ? input : new Request(input, init);
		const id = state.createId();
		if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: CORS });
		const url = new URL(request.url);
		const location = locate(url);
		const incoming = createIncomingCall(state, request, url, location, options.origin);
		const answer = (): Promise<Response> => answerLocation(location, incoming);
		if (state.latency > 0) await wait(state.latency, request.signal);
		const provider = incoming.provider?.id;
		const response =
			location.kind === "hub" ? await answer() : await withFaults(faults, random, provider, request.signal, answer);
		for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value);
		response.headers.set("x-request-id", id);
		return response;
	};
}

function createState({ seed = 0, latency = 0, pendingPolls = 1, now = Date.now }: SandboxOptions): SandboxState {
	let count = 0;
	return {
		seed,
		latency,
		pendingPolls,
		now,
		createId: () => {
			count++;
			return `${hash("id", seed, count).toString(16).padStart(8, "0")}${count.toString(16).padStart(8, "0")}`;
		},
		jobs: { byId: new BoundedMap(KEPT), files: new BoundedMap(KEPT) },
	};
}

function createIncomingCall(
	state: SandboxState,
	request: Request,
	url: URL,
	location: Location,
	origin: string | undefined,
): IncomingCall {
	const isProvider = location.kind === "provider";
	return {
		state,
		request,
		provider: isProvider ? location.provider : undefined,
		routed: isProvider && location.routed,
		host: isProvider ? location.host : "",
		path: "path" in location ? location.path : "",
		query: url.searchParams,
		groups: [],
		providerUrl: (host, path) => providerUrlFrom(url, origin, host, path),
		fileUrl: (name) => fileUrlFrom(url, origin, name),
	};
}

async function answerLocation(location: Location, incoming: IncomingCall): Promise<Response> {
	const provider = incoming.provider;
	try {
		switch (location.kind) {
			case "hub":
				return answerHub(incoming);
			case "router":
				return await answerRouter(incoming);
			case "file":
				return await answerFile(incoming.state, location.name);
			case "provider":
				return await answerProvider(location.provider, incoming);
			case "nowhere":
				throw notFound(
					`No such host. Known are: ${ALL_PROVIDERS.map(({ baseUrl }) => new URL(baseUrl).host).join(", ")}`,
				);
		}
	} catch (error) {
		if (!(error instanceof ServiceFailure)) throw error;
		const shared = location.kind === "router" ? ROUTER_FORMAT : HUB_FORMAT;
		const format = provider ? errorFormatOf(provider.id) : shared;
		const status = error.status === "invalid" ? format.invalid : error.status;
		return jsonResponse(format.body(error, status), status, error.headers);
	}
}

async function answerProvider(provider: Provider, incoming: IncomingCall): Promise<Response> {
	const { request, path, routed } = incoming;
	const routes = SERVICES[provider.id as InferenceProvider].filter((route) => route.path.test(path));
	const route = routes.find(({ method }) => method === request.method);
	if (route?.access === "any-key") checkAnyKey(request);
	else if (route?.access !== "open") {
		if (routed || provider.routed === "always") checkHubToken(request, "required");
		else checkProviderKey(request, provider);
	}
	if (routes.length === 0) throw notFound(`Not Found: ${request.method} /${path}`);
	if (!route) throw new ServiceFailure(405, "Method Not Allowed");
	const groups = (route.path.exec(path) ?? []).slice(1).map((group) => decodeURIComponent(group ?? ""));
	return route.handle({ ...incoming, groups });
}

async function answerFile(state: SandboxState, name: string): Promise<Response> {
	const file = state.jobs.files.get(name);
	if (!file) throw notFound("No such file, or it has expired.");
	return bytesResponse(await file.read(), file.type);
}
