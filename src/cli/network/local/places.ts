import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { LOCAL_KINDS, type LocalKind } from "../../options/local-servers.ts";

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
