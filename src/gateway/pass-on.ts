/** Fields that name hosts, keys or files: no request may. `data` would take the place of the body. */
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

/** Fields of a request that are passed on. */
export function passOn(fields: Readonly<Record<string, unknown>>, ...handled: string[]): Record<string, unknown> {
	const rest = Object.entries(fields).filter(([name]) => !IGNORED.has(name) && !handled.includes(name));
	return Object.fromEntries(rest);
}
