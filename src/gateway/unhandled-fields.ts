/** Fields that name hosts, keys or files, which no request may set. `data` would replace the body. */
const IGNORED: ReadonlySet<string> = new Set([
	"endpointUrl",
	"accessToken",
	"hubUrl",
	"routerUrl",
	"provider",
	"data",
	"model",
	"__proto__",
]);

/** Returns the fields of a request that were not handled, without those that no request may set. */
export function unhandledFields(
	fields: Readonly<Record<string, unknown>>,
	...handled: string[]
): Record<string, unknown> {
	const rest: Record<string, unknown> = {};
	for (const name in fields) if (!IGNORED.has(name) && !handled.includes(name)) rest[name] = fields[name];
	return rest;
}
