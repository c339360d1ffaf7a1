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

/** Returns external JSON as text: a string as it is, nothing for null. `String` throws for an object with its own `toString`. */
export function textOf(value: unknown): string {
	return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}

/** Returns an object without the members that are undefined. */
export function omitUndefined<Members extends object>(
	members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
	const present = Object.entries(members).filter(([, value]) => value !== undefined);
	return Object.fromEntries(present) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}

/** The value at a path of member names and list positions; undefined if the path does not exist. */
export function getPath(value: unknown, ...path: (string | number)[]): unknown {
	return path.reduce(readMember, value);
}

/**
 * Maximum levels of external JSON. No service needs a tenth of them, and every walk over a value of so many levels
 * fits on the stack; its indented form stays small too.
 */
export const MAX_JSON_DEPTH = 1000;

/** For hub's own files, which contain external JSON. */
export const MAX_RECORD_DEPTH = MAX_JSON_DEPTH + 24;

/** Parses JSON; undefined if the text is not JSON, or has more than `maxDepth` levels. */
export function parseJson(text: string, maxDepth = MAX_JSON_DEPTH): unknown {
	try {
		return parseJsonOrThrow(text, maxDepth);
	} catch {
		return undefined;
	}
}

/**
 * Parses external JSON. Every value that is traversed later is parsed with this or with `parseJson`.
 * @throws SyntaxError if the text is not JSON, or has more than `maxDepth` levels
 */
export function parseJsonOrThrow(text: string, maxDepth = MAX_JSON_DEPTH): unknown {
	const value = JSON.parse(text) as unknown;
	// Each level takes two characters.
	if (text.length > 2 * maxDepth && mayBeDeeperThan(text, maxDepth) && isDeeperThan(value, maxDepth))
		throw new SyntaxError(`nested too deeply, with more than ${maxDepth} levels`);
	return value;
}

/**
 * Whether JSON may have more levels than `levels`: it has more brackets that open. Saves most texts the traversal, which
 * takes more than twice as long for an object of twice the members, since V8 sorts their names.
 */
function mayBeDeeperThan(json: string, levels: number): boolean {
	let openings = 0;
	for (const bracket of ["[", "{"]) {
		for (let at = json.indexOf(bracket); at !== -1; at = json.indexOf(bracket, at + 1)) {
			openings++;
			if (openings > levels) return true;
		}
	}
	return false;
}

/** Levels of lists and objects that a request of a client may have. */
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

/**
 * Returns a copy of a JSON value with every string changed, in keys too; other objects are kept as they are.
 * @param maxDepth deeper values become "…"
 */
export function mapStrings(value: unknown, change: (text: string) => string, maxDepth = MAX_RECORD_DEPTH): unknown {
	if (typeof value === "string") return change(value);
	if (value === null || typeof value !== "object") return value;
	if (maxDepth < 0) return "…";
	if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, maxDepth - 1));
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null) return value;
	const copy: Record<string, unknown> = {};
	for (const key of Object.keys(value)) {
		const item = mapStrings((value as Record<string, unknown>)[key], change, maxDepth - 1);
		setMember(copy, change(key), item);
	}
	return copy;
}

/** Sets a member of any name; assigned, one named `__proto__` would change what the object is. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
	if (name !== "__proto__") object[name] = value;
	else Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Returns the keys of a table with the type of its keys, in their order. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
	return Object.keys(table) as Key[];
}
