import { memoize } from "../base/memoize.ts";

/** Reads an absolute http(s) URL without user name and password; undefined for everything else. */
export function parseHttpUrl(value: unknown, base?: string): URL | undefined {
	const text = value instanceof URL ? value.href : value;
	if (typeof text !== "string") return undefined;
	const isRelative = base !== undefined && text.startsWith("/");
	if (!isRelative && !/^https?:\/\//i.test(text)) return undefined;
	if (!URL.canParse(text, base)) return undefined;
	const url = new URL(text, base);
	const isWeb = url.protocol === "https:" || url.protocol === "http:";
	return isWeb && url.username === "" && url.password === "" ? url : undefined;
}

/**
 * Returns the URL of `path` below `base`; undefined if the path points anywhere else.
 *
 * Every request that carries credentials gets its URL here. Paths contain model ids and ids from responses, so they are
 * not trusted: the origin of `base` and its whole path stay, and dot segments are refused in every spelling.
 */
export function urlBelow(base: string, path: string): string | undefined {
	const root = parseWhole(base);
	const text = `${base.replace(/(?<!\/)\/+$/, "")}/${path.replace(/^\/+/, "")}`;
	const url = parseWhole(text);
	if (!root || !url || url.origin !== root.origin) return undefined;
	const prefix = `${root.pathname.replace(/(?<!\/)\/+$/, "")}/`;
	return url.pathname.startsWith(prefix) && !hasDotSegments(path) ? text : undefined;
}

/** Cached: most calls of a program go to a few URLs. */
const parseWhole: (text: string) => Readonly<URL> | undefined = memoize((text) => parseHttpUrl(text));

/** Whether a path has `.` or `..` segments: plain, percent-encoded, or hidden by what URL parsers skip. */
function hasDotSegments(path: string): boolean {
	if (!path.includes(".") && !path.includes("%")) return false;
	const [head = ""] = path.replace(/[\t\n\r]/g, "").split(/[?#]/, 1);
	let decoded = head;
	// Servers and proxies may decode more than once.
	for (let turn = 0; turn < 3; turn++) {
		decoded = decoded.replace(/%(2e|2f|5c|25)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
	}
	return decoded.split(/[/\\]/).some((segment) => segment === "." || segment === "..");
}

/** Returns the URL to which a response refers; undefined if it is none. */
export function resolveUrl(location: string | null, base: string): URL | undefined {
	return location !== null && URL.canParse(location, base) ? new URL(location, base) : undefined;
}

/** Decodes percent-encoded text; text that is not valid stays as it is. */
export function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
