import { isLoopback } from "../../../http/callers.ts";
import type { Fetch } from "../../../http/index.ts";
import type { Context } from "../../context.ts";
import type { LocalKind } from "../../options/local-servers.ts";
import { createTransport } from "../transport/index.ts";
import { listPlaces, type Place } from "./places.ts";
import { type LocalServer, probe } from "./probe.ts";

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
