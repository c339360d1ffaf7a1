import { InferenceClientInputError } from "../errors.ts";
import { wait } from "../http/index.ts";
import { LightHeaders, LightResponse } from "../http/light-response.ts";
import { describeFailure, ServiceFailure } from "./failure.ts";
import type { Random } from "./random.ts";
import { jsonResponse } from "./responses.ts";

/**
 * A fault with a probability from 0 to 1: an error status; a connection that breaks before or in the
 * middle of the answer; a successful answer with half a body; a pause of `delay` milliseconds (default 2000). `rate` is
 * not a fault but a limit of requests per minute, enforced by each provider; `headers` says whether responses report
 * it.
 */
export type Fault =
	| { kind: "status"; status: number; probability: number }
	| { kind: "drop" | "malformed"; probability: number }
	| { kind: "slow"; probability: number; delay?: number }
	| { kind: "rate"; requestsPerMinute: number; headers: boolean };

const SLOW_DELAY = 2000;
const TEXTS: Record<number, string> = {
	429: "Rate limit reached. Please try again later.",
	500: "Internal server error",
	502: "Bad gateway",
	503: "Service temporarily unavailable",
	504: "Gateway timeout",
};

/**
 * Parses faults in the format of the command line: `429:0.1,503:0.05,drop:0.02,malformed:0.01,slow`. Without a number
 * the probability is 1. `rate:600` limits the requests per minute; `rate-silent:600` does so without headers.
 * @throws InputError for any other text
 */
export function parseFaults(text: string): Fault[] {
	return text
		.split(",")
		.map((part) => part.trim())
		.filter((part) => part !== "")
		.map((part) => {
			const [, name = "", value = "1"] = /^([a-z-]+|[45]\d\d)(?::([\d.]+))?$/.exec(part) ?? [];
			const probability = Number(value);
			if ((name === "rate" || name === "rate-silent") && probability > 0) {
				return { kind: "rate", requestsPerMinute: probability, headers: name === "rate" };
			}
			const isProbability = probability >= 0 && probability <= 1;
			if (isProbability && /^\d/.test(name)) return { kind: "status", status: Number(name), probability };
			if (isProbability && (name === "drop" || name === "malformed" || name === "slow")) {
				return { kind: name, probability };
			}
			throw new InferenceClientInputError(
				`"${part}" is not a fault: write 429:0.1 (a status and its share), drop:0.1, malformed:0.1, slow:0.1, or rate:600 (requests per minute).`,
			);
		});
}

/** Answers a request, unless one of the faults comes first. */
export async function withFaults(
	faults: readonly Fault[],
	random: Random,
	provider: string | undefined,
	signal: AbortSignal,
	answer: () => Promise<Response>,
): Promise<Response> {
	// Every fault is drawn for every request, so that a further kind does not shift the others.
	const struck = faults.flatMap((fault) => (fault.kind !== "rate" && random.next() < fault.probability ? fault : []));
	let response: Response | undefined;
	let cut: "drop" | "malformed" | undefined;
	for (const fault of struck) {
		if (fault.kind === "slow") await wait(fault.delay ?? SLOW_DELAY, signal);
		else if (fault.kind === "status") response ??= replyWithStatus(fault.status, provider);
		else cut ??= fault.kind;
	}
	if (response) return response;
	if (cut === undefined) return answer();
	if (cut === "drop" && random.next() < 0.5) throw new TypeError("The sandbox dropped the connection");
	return cutBody(await answer(), cut);
}

function replyWithStatus(status: number, provider: string | undefined): Response {
	const failure = new ServiceFailure(status, TEXTS[status] ?? `The sandbox returned ${status}`);
	const { body } = describeFailure(provider ?? "hub", failure);
	return jsonResponse(body, status, status === 429 ? { "retry-after": "1" } : {});
}

/** Pieces of a stream that still arrive whole. */
const WHOLE_PIECES = 3;

/** Returns a part of the body (half of it, or a stream's first pieces), then its end, or a broken connection. */
function cutBody(response: Response, how: "drop" | "malformed"): Response {
	const reader = response.body?.getReader();
	const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
	const headers = new LightHeaders([...response.headers]);
	headers.delete("content-length");
	let pieces = 0;
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
		async pull(controller) {
			const { value } = (await reader?.read()) ?? {};
			if (value && isStream && pieces++ < WHOLE_PIECES) return controller.enqueue(value);
			if (value && pieces <= WHOLE_PIECES + 1) {
				pieces = Number.POSITIVE_INFINITY;
				return controller.enqueue(value.slice(0, Math.max(1, value.length >> 1)));
			}
			await reader?.cancel();
			if (how === "drop") controller.error(new TypeError("The sandbox dropped the connection"));
			else controller.close();
		},
		cancel: () => reader?.cancel(),
	});
	return new LightResponse(body, { status: response.status, headers });
}
