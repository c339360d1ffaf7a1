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
