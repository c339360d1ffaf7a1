import type { CanonicalRequest } from "./canonical.ts";
import type { Recording } from "./exchange.ts";

/**
 * Request matching for a server that replays recordings: it represents many hosts, so requests are matched by path alone.
 *
 * The host may be in the path (`/@queue.fal.run/…`), also after the path of a service, since clients append a poll's
 * path to their base URL.
 */
export function toServedRequest(canonical: CanonicalRequest): CanonicalRequest {
	return { ...canonical, host: "", path: withoutHosts(canonical.path) };
}

/** Returns the requests that a recording answers there: its own path, and that with or without the provider in front. */
export function servedPlaces(canonical: CanonicalRequest, { provider, routed }: Recording): CanonicalRequest[] {
	const request = toServedRequest(canonical);
	const { path } = request;
	const paths = [path];
	const prefix = `/${provider}`;
	if (provider !== null) {
		const hasPrefix = routed && path.startsWith(`${prefix}/`);
		paths.push(hasPrefix ? path.slice(prefix.length) : `${prefix}${path}`);
	}
	return paths.map((place) => ({ ...request, path: place }));
}

function withoutHosts(path: string): string {
	return path.replace(/\/@(?:files|[^/.:]*[.:][^/]*)(?=\/)/g, "");
}

const URL_IN_JSON = /https?:(?:\\?\/){2}[^\s"'<>\\/]+((?:\\?\/[^\s"'<>\\?#/]*)+)/g;

/**
 * Returns a JSON response in which recorded URLs point to the server: polls and downloads must not go to the real
 * host.
 * @param origin the server's own URL, without a slash at the end
 */
export async function redirectUrls(
	response: Response,
	origin: string,
	isRecorded: (path: string) => boolean,
): Promise<Response> {
	const { status, statusText } = response;
	const headers = new Headers(response.headers);
	const redirect = (text: string): string =>
		text.replace(URL_IN_JSON, (found, escapedPath: string) => {
			const path = escapedPath.replaceAll("\\/", "/");
			if (!isRecorded(withoutHosts(path))) return found;
			const authority = found.slice(0, found.length - escapedPath.length).replace(/^https?:(?:\\?\/){2}/, "");
			return `${origin}${path.startsWith("/@") ? "" : `/@${authority}`}${path}`;
		});
	const location = headers.get("location");
	if (location !== null) headers.set("location", redirect(location));
	if (!response.body || !/\bjson\b/i.test(headers.get("content-type") ?? "")) {
		return location === null ? response : new Response(response.body, { status, statusText, headers });
	}
	const text = await response.text();
	headers.delete("content-length");
	return new Response(redirect(text), { status, statusText, headers });
}
