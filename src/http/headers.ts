/** Names and values of headers in any form that `fetch` takes. By their shape: naming `Headers` loads `fetch` in Node. */
export function headerEntries(headers: RequestInit["headers"]): [string, string][] {
	if (!headers) return [];
	return Symbol.iterator in headers ? Array.from(headers as Iterable<[string, string]>) : Object.entries(headers);
}

/**
 * Adds headers to others, in place of those with the same name in any case.
 * @returns `headers`, changed
 */
export function mergeHeaders(
	headers: Record<string, string>,
	own: Readonly<Record<string, string>>,
): Record<string, string> {
	for (const [name, value] of Object.entries(own)) {
		const known = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase());
		if (known !== undefined) delete headers[known];
		headers[name] = value;
	}
	return headers;
}
