import { float, type Value } from "./values/value.ts";

/** JSON that JavaScript's own parser would change: floats, long integers, numeric names. */
const NEEDS_CARE = /[-\d][.eE]|\d{16}|"\d+"\s*:|"__proto__"|\\u/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\]]|true|false|null/g;
const INTEGER_NAME = /^(?:0|[1-9]\d*)$/;

/**
 * Reads JSON as Python would, so that a template prints it as Python would: `1.0` and `1e2` stay floats, integers of
 * any size stay exact, and keys stay in order. Objects that JavaScript would reorder become a `Map`.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): unknown {
	const value: unknown = JSON.parse(text);
	return NEEDS_CARE.test(text) ? readValid(text) : value;
}

/** A list or object that is not closed yet. */
type Open = { readonly items: Value[] } | { readonly entries: Map<string, Value>; name: string | undefined };

/** Parses text that is known to be JSON. Not recursive, so deep nesting cannot overflow the stack. */
function readValid(text: string): Value {
	const open: Open[] = [];
	let result: Value;
	const put = (value: Value): void => {
		const inner = open.at(-1);
		if (!inner) result = value;
		else if ("items" in inner) inner.items.push(value);
		else {
			inner.entries.set(inner.name ?? "", value);
			inner.name = undefined;
		}
	};
	for (const [token] of text.matchAll(TOKEN)) {
		const inner = open.at(-1);
		if (token === "[") open.push({ items: [] });
		else if (token === "{") open.push({ entries: new Map(), name: undefined });
		else if (token === "]" || token === "}") {
			open.pop();
			if (inner) put(close(inner));
		} else if (inner && "entries" in inner && inner.name === undefined) inner.name = JSON.parse(token) as string;
		else put(/^[-\d]/.test(token) ? readNumber(token) : JSON.parse(token));
	}
	return result;
}

function close(container: Open): Value {
	if ("items" in container) return container.items;
	const { entries } = container;
	const isReordered = [...entries.keys()].some((name) => INTEGER_NAME.test(name) || name === "__proto__");
	return isReordered ? entries : Object.fromEntries(entries);
}

function readNumber(digits: string): Value {
	if (/[.eE]/.test(digits)) return float(Number(digits));
	const number = Number(digits);
	return Number.isSafeInteger(number) ? number + 0 : BigInt(digits);
}
