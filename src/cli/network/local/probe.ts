import { connect } from "node:net";
import { parseJson, readMember } from "../../../base/json.ts";
import { isLoopback } from "../../../http/callers.ts";
import { type Fetch, readText } from "../../../http/index.ts";
import type { LocalKind } from "../../options/local-servers.ts";

/** A running server, with its models. */
export interface LocalServer {
	kind: LocalKind;
	/** Scheme, host and port. */
	url: string;
	/** Ids of models, in its own order. */
	models: readonly string[];
}

/** Maximum wait for a connection, in milliseconds: the kernel answers at once for this machine. */
const CONNECT_LIMIT = { here: 50, elsewhere: 1000 };
/** Maximum wait for the response of a listening server, in milliseconds. */
const ANSWER_LIMIT = 3000;
/** Maximum bytes of a response that are read. */
const MAX_ANSWER_BYTES = 4 * 2 ** 20;

/**
 * Checks whether a server listens at a URL, and requests its models. No token is sent.
 * @returns undefined if nothing listens, or another program does, such as `hub serve`
 */
export async function probe(
	kind: LocalKind,
	url: string,
	fetch: Fetch,
	signal: AbortSignal,
	headers: Readonly<Record<string, string>> = {},
): Promise<LocalServer | undefined> {
	if (!(await listens(new URL(url), signal))) return undefined;
	const limited = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT)]);
	const ask = async (path: string): Promise<unknown> => {
		try {
			const response = await fetch(`${url}${path}`, { headers: path === "/health" ? {} : headers, signal: limited });
			const text = await readText(response, { jsonBytes: MAX_ANSWER_BYTES });
			return response.ok ? parseJson(text) : undefined;
		} catch (error) {
			if (signal.aborted) throw error;
			return undefined;
		}
	};
	const [health, list] = await Promise.all([ask("/health"), ask("/v1/models")]);
	if (readMember(health, "server") === "hub") return undefined;
	const models =
		readIds(list, "data", "id") ??
		(kind.oldList === undefined ? undefined : readIds(await ask(kind.oldList), "models", "name"));
	return models && { kind, url, models };
}

function readIds(answer: unknown, list: string, field: string): string[] | undefined {
	const entries = readMember(answer, list);
	if (!Array.isArray(entries)) return undefined;
	return entries.map((entry: unknown) => readMember(entry, field)).filter((id) => typeof id === "string");
}

/** Whether a connection can be made. */
function listens({ protocol, hostname, port }: URL, signal: AbortSignal): Promise<boolean> {
	const limit = isLoopback(hostname) ? CONNECT_LIMIT.here : CONNECT_LIMIT.elsewhere;
	return new Promise((resolve, reject) => {
		const socket = connect({
			host: hostname.replace(/^\[|\]$/g, ""),
			port: Number(port) || (protocol === "https:" ? 443 : 80),
		});
		const end = (result: boolean): void => {
			clearTimeout(timer);
			signal.removeEventListener("abort", stop);
			socket.destroy();
			resolve(result);
		};
		const stop = (): void => {
			end(false);
			reject(signal.reason);
		};
		// On a busy machine the timer may fire before a connection made in time is reported: sockets are handled next.
		const timer = setTimeout(() => setImmediate(() => end(false)), limit);
		signal.addEventListener("abort", stop, { once: true });
		socket.once("connect", () => end(true));
		socket.once("error", () => end(false));
	});
}
