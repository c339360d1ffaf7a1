/** Largest depth. */
const MAX_DEPTH = 200;

/**
 * Reads the beginning of a JSON text: unfinished strings, lists and objects end where the text ends; an unfinished
 * number, word or member name is omitted.
 * @returns undefined if there is no value yet
 */
export function parsePartialJson(text: string): unknown {
	const reader = new PartialReader(text);
	reader.skipToValue();
	return reader.readValue(0);
}

class PartialReader {
	#at = 0;
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
	}

	/** Moves to the first bracket: some models write something before it. */
	skipToValue(): void {
		const start = this.#text.search(/[[{]/);
		this.#at = start < 0 ? this.#text.length : start;
	}

	readValue(depth: number): unknown {
		this.#skipBlanks();
		const sign = this.#text[this.#at];
		if (depth > MAX_DEPTH) this.#at = this.#text.length;
		if (sign === undefined || depth > MAX_DEPTH) return undefined;
		if (sign === "{") return this.#readObject(depth);
		if (sign === "[") return this.#readList(depth);
		if (sign === '"') return this.#readText().value;
		return this.#readWord();
	}

	#readObject(depth: number): Record<string, unknown> {
		const members: [string, unknown][] = [];
		this.#at++;
		for (;;) {
			this.#skipBlanks();
			if (this.#text[this.#at] !== '"') break;
			const name = this.#readText();
			this.#skipBlanks();
			if (!name.isWhole || this.#text[this.#at] !== ":") break;
			this.#at++;
			const value = this.readValue(depth + 1);
			if (value !== undefined) members.push([name.value, value]);
			if (!this.#skipComma()) break;
		}
		if (this.#text[this.#at] === "}") this.#at++;
		return Object.fromEntries(members);
	}

	#readList(depth: number): unknown[] {
		const items: unknown[] = [];
		this.#at++;
		for (;;) {
			this.#skipBlanks();
			if (this.#text[this.#at] === "]") break;
			const value = this.readValue(depth + 1);
			if (value === undefined) break;
			items.push(value);
			if (!this.#skipComma()) break;
		}
		if (this.#text[this.#at] === "]") this.#at++;
		return items;
	}

	#readText(): { value: string; isWhole: boolean } {
		const start = this.#at + 1;
		let end = start;
		while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === "\\" ? 2 : 1;
		const isWhole = end < this.#text.length;
		this.#at = isWhole ? end + 1 : this.#text.length;
		// An escape or a surrogate pair that is cut off is omitted.
		const raw = isWhole
			? this.#text.slice(start, end)
			: this.#text.slice(start).replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, "$1");
		return { value: parseText(raw).replace(/[\ud800-\udbff]$/, ""), isWhole };
	}

	/** Returns a number, `true`, `false` or `null`, which may be unfinished at the end of the text. */
	#readWord(): unknown {
		WORD.lastIndex = this.#at;
		const word = WORD.exec(this.#text)?.[0] ?? "";
		this.#at += word.length;
		if (this.#at >= this.#text.length && !/^(?:true|false|null)$/.test(word)) return undefined;
		try {
			return JSON.parse(word) as unknown;
		} catch {
			this.#at = this.#text.length;
			return undefined;
		}
	}

	#skipBlanks(): void {
		while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
	}

	#skipComma(): boolean {
		this.#skipBlanks();
		if (this.#text[this.#at] !== ",") return false;
		this.#at++;
		return true;
	}
}

const WORD = /[^\s,\]}]*/y;

function parseText(raw: string): string {
	try {
		return JSON.parse(`"${raw}"`) as string;
	} catch {
		return "";
	}
}
