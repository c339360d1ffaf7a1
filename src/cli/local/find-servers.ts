import { connect } from "node:net";
import { parseJson, readMember } from "../../base/json.ts";
import { isLoopback } from "../../http/callers.ts";
import { type Fetch, readText } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { createTransport } from "../network/transport/index.ts";
import { LOCAL_KINDS, type LocalKind } from "../options/local-servers.ts";

/** Finds the running servers of a name, in the order of the places. Each costs at most 50 ms where nothing listens. */
export async function findServers(
	name: string,
	context: Context,
	places: readonly Place[] = listPlaces(name, context.env),
): Promise<LocalServer[]> {
	// Neither proxies nor retries: a server answers at once or does not run.
	const transport = createTransport(() => undefined);
	const ask = ({ kind, url }: Place): Promise<LocalServer | undefined> =>
		probe(kind, url, transport.fetch as Fetch, context.signal, keyHeaders(kind, url, context));
	try {
		const found = await Promise.all(places.map(ask));
		return found.filter((server) => server !== undefined);
	} finally {
		transport.close();
	}
}

/** Returns a server's own key, from the variable its own tools use; sent encrypted or to this machine only. */
export function findKey(kind: LocalKind, url: string, { env, secrets }: Context): string | undefined {
	const { protocol, hostname } = new URL(url);
	const key = env[kind.keyVariable]?.trim();
	if (!key || key.startsWith("hf_") || (protocol !== "https:" && !isLoopback(hostname))) return undefined;
	secrets.add(key, `$${kind.keyVariable}`);
	return key;
}

function keyHeaders(kind: LocalKind, url: string, context: Context): Record<string, string> {
	const key = findKey(kind, url, context);
	return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** Where a server may be. */
export interface Place {
	kind: LocalKind;
	url: string;
}

/** Returns the URLs where the servers of a name are looked for: `OLLAMA_HOST` first, then the usual ports. */
export function listPlaces(name: string, env: Context["env"]): Place[] {
	const kinds = LOCAL_KINDS.filter(({ id }) => name === "local" || id === name);
	return kinds.map((kind) => {
		const host = kind.id === "ollama" ? env["OLLAMA_HOST"]?.trim() : undefined;
		return { kind, url: host ? readHost(host, kind.port) : `http://127.0.0.1:${kind.port}` };
	});
}

/**
 * Parses a host in Ollama's format: `gpu`, `gpu:1234`, `:1234`, `http://gpu:1234`. A server that listens on all
 * interfaces is called on this machine.
 * @throws UsageError if it is invalid
 */
function readHost(host: string, port: number): string {
	const hasScheme = /^https?:\/\//.test(host);
	const whole = hasScheme ? host : `http://${host.startsWith(":") ? `127.0.0.1${host}` : host}`;
	if (!URL.canParse(whole)) {
		throw new UsageError(`OLLAMA_HOST must be a host with a port or a URL, got "${host}".`, undefined, "option-value");
	}
	const url = new URL(whole);
	if (["0.0.0.0", "[::]"].includes(url.hostname)) url.hostname = "127.0.0.1";
	if (!hasScheme && url.port === "") url.port = String(port);
	return url.origin;
}

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
async function probe(
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
