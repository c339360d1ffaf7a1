import { isLoopback } from "../../../http/callers.ts";
import type { Fetch } from "../../../http/index.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { LOCAL_KINDS, type LocalKind } from "../../options/local-servers.ts";
import { createTransport } from "../transport/index.ts";
import { type LocalServer, probe } from "./probe.ts";

/** Where a server may be. */
export interface Place {
	kind: LocalKind;
	url: string;
}

/** The places at which the servers of a name are looked for: `OLLAMA_HOST` first, then the usual ports. */
export function listPlaces(name: string, env: Context["env"]): Place[] {
	const kinds = LOCAL_KINDS.filter(({ id }) => name === "local" || id === name);
	return kinds.map((kind) => {
		const host = kind.id === "ollama" ? env["OLLAMA_HOST"]?.trim() : undefined;
		return { kind, url: host ? readHost(host, kind.port) : `http://127.0.0.1:${kind.port}` };
	});
}

/**
 * A host as Ollama takes it: `gpu`, `gpu:1234`, `:1234`, `http://gpu:1234`. A server that listens everywhere is called on
 * this machine.
 * @throws UsageError where it cannot be read
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

/** Finds the servers of a name that run, in the order of the places. Each costs at most 50 ms where nothing listens. */
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

/** The key of a server's own, from the variable its own tools use; sent encrypted or to this machine only. */
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
