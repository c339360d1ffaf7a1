/** Whether a value is an object: not a list, not null, not a file. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Blob);
}

/** Returns a member of a value of any type; undefined if there is none. */
export function readMember(value: unknown, key: string | number): unknown {
	return value !== null && typeof value === "object" && Object.hasOwn(value, key)
		? (value as Record<string | number, unknown>)[key]
		: undefined;
}

/** Returns an object without the members that are undefined. */
export function defined<Members extends object>(
	members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
	const present = Object.entries(members).filter(([, value]) => value !== undefined);
	return Object.fromEntries(present) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}

/** The value at a path of member names and list positions; undefined if the path does not exist. */
export function getPath(value: unknown, ...path: (string | number)[]): unknown {
	return path.reduce(readMember, value);
}

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** Levels of lists and objects that foreign JSON may have: code that walks it calls itself for each. */
export const MAX_JSON_LEVELS = 200;

/** Whether a value has more levels of lists and objects than `levels`. Files have none. */
export function isDeeperThan(value: unknown, levels: number): boolean {
	if (value === null || typeof value !== "object" || value instanceof Blob || ArrayBuffer.isView(value)) return false;
	if (levels === 0) return true;
	const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
	return items.some((item) => typeof item === "object" && isDeeperThan(item, levels - 1));
}

/** Returns the JSON of a value, cut after `length` characters; "…" for a value that is nested too deeply. */
export function stringify(value: unknown, length = 10_000): string {
	try {
		const text = JSON.stringify(value) ?? "undefined";
		return text.length > length ? `${text.slice(0, length)}…` : text;
	} catch {
		return "…";
	}
}
