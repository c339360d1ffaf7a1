import { parseJson } from "../../base/json.ts";

const MAX_DEPTH = 200;

/**
 * Reads the beginning of a JSON text: unfinished strings, lists and objects end where the text ends; an unfinished
 * number, word or member name is omitted.
 * @returns undefined if there is no value yet
 */
export function parsePartialJson(text: string): unknown {
	// Some models write something before the first bracket.
	const start = text.search(/[[{]/);
	let at = start < 0 ? text.length : start;

	/** Whether this is the next character; it and the white space before it are skipped. */
	const skip = (sign: string): boolean => {
		while (/\s/.test(text[at] ?? "")) at++;
		if (text[at] !== sign) return false;
		at++;
		return true;
	};

	const readValue = (depth: number): unknown => {
		if (depth > MAX_DEPTH) at = text.length;
		if (skip("{")) return readObject(depth);
		if (skip("[")) return readList(depth);
		return skip('"') ? readText().value : readWord();
	};

	const readObject = (depth: number): Record<string, unknown> => {
		const members: [string, unknown][] = [];
		while (skip('"')) {
			const name = readText();
			if (!name.isWhole || !skip(":")) break;
			const value = readValue(depth + 1);
			if (value !== undefined) members.push([name.value, value]);
			if (!skip(",")) break;
		}
		skip("}");
		return Object.fromEntries(members);
	};

	const readList = (depth: number): unknown[] => {
		const items: unknown[] = [];
		while (!skip("]")) {
			const value = readValue(depth + 1);
			if (value === undefined) break;
			items.push(value);
			if (!skip(",")) {
				skip("]");
				break;
			}
		}
		return items;
	};

	const readText = (): { value: string; isWhole: boolean } => {
		const begin = at;
		while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
		const isWhole = at < text.length;
		// An escape or a surrogate pair that is cut off is omitted.
		const raw = isWhole
			? text.slice(begin, at)
			: text.slice(begin).replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, "$1");
		at++;
		const value = parseJson(`"${raw}"`) ?? "";
		return { value: String(value).replace(/[\ud800-\udbff]$/, ""), isWhole };
	};

	/** Returns a number, `true`, `false` or `null`, which may be unfinished at the end of the text. */
	const readWord = (): unknown => {
		const word = /^[^\s,\]}]*/.exec(text.slice(at))?.[0] ?? "";
		at += word.length;
		if (at >= text.length && !/^(?:true|false|null)$/.test(word)) return undefined;
		const value = parseJson(word);
		if (value === undefined) at = text.length;
		return value;
	};

	return readValue(0);
}
