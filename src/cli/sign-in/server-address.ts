import { isLoopback } from "../../http/callers.ts";
import { showOutside } from "../terminal/question.ts";

/** A server's metadata is refused; the message has the reason. */
export class HostileMetadata extends Error {
	override readonly name = "HostileMetadata";
}

const MAX_ADDRESS = 2048;
/** Characters of a URL; only `&`, `*`, `?` and `#` are special in a shell, and no shell gets it. */
const ADDRESS = /^https?:\/\/[\w.~:/?#[\]@&*+,=%-]+$/;

/**
 * Checks a URL of a document: it must be encrypted, or on this machine if the server is.
 * @param server the tool server that the user named
 * @throws HostileMetadata
 */
export function checkAddress(value: unknown, name: string, server: URL): URL {
	const refuse = (why: string): HostileMetadata => {
		const shown = typeof value === "string" ? ` ("${showOutside(value.slice(0, 100))}")` : "";
		return new HostileMetadata(`${name}${shown} ${why}`);
	};
	if (typeof value !== "string" || value === "") throw refuse("is not a URL.");
	if (value.length > MAX_ADDRESS) throw refuse("is too long.");
	if (/[\p{Cc}\p{Cf}\s]/u.test(value) || /%(?:0|1|7f)/i.test(value)) throw refuse("has control characters or spaces.");
	if (!/^https?:\/\//i.test(value)) throw refuse("is not an https URL.");
	if (!ADDRESS.test(value) || !URL.canParse(value)) throw refuse("has characters that no URL needs.");
	const url = new URL(value);
	if (url.username !== "" || url.password !== "" || value.includes("@")) throw refuse("has a user name in it.");
	if (url.hash !== "" || value.includes("#")) throw refuse("has a fragment.");
	const isOwn = isLoopback(url.hostname);
	if (isOwn && !isLoopback(server.hostname)) throw refuse("points to this machine, and the server is elsewhere.");
	if (url.protocol !== "https:" && !isOwn) throw refuse("is not encrypted.");
	return url;
}
