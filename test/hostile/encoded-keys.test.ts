import { describe, expect, it } from "vitest";
import { Secrets as ShownSecrets } from "../../src/cli/context.ts";
import { memoryStore, record } from "../../src/exchange/index.ts";
import { Secrets } from "../../src/exchange/secrets.ts";
import { removeSecret } from "../../src/http/index.ts";

/** Keys of several makes: plain, with characters that encodings treat specially, beyond ASCII. */
const KEYS = ["hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345", `k&y+/<9>"~_0123456789`, "schlüssel-äöü-0123456789"];

type Encode = (key: string) => string;
const bytes = (key: string): number[] => [...Buffer.from(key)];
const each = (key: string, write: (point: number, place: number) => string): string =>
	Array.from(key, (character, place) => write(character.codePointAt(0) ?? 0, place)).join("");
const hex = (value: number): string => value.toString(16).padStart(2, "0");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const percent: Encode = (key) =>
	bytes(key)
		.map((byte) => `%${hex(byte)}`)
		.join("");
const NAMES: Readonly<Record<string, string>> = {
	"&": "amp",
	"<": "lt",
	">": "gt",
	'"': "quot",
	_: "lowbar",
	"+": "plus",
	"/": "sol",
};

const ENCODINGS: Readonly<Record<string, Encode>> = {
	plain: (key) => key,
	hexadecimal: (key) => bytes(key).map(hex).join(""),
	"hexadecimal, upper case": (key) => bytes(key).map(hex).join("").toUpperCase(),
	"percent-encoding of every character": percent,
	"percent-encoding, upper case": (key) => percent(key).toUpperCase(),
	"percent-encoding, twice": (key) => encodeURIComponent(percent(key)),
	"percent-encoding of every second character": (key) =>
		each(key, (point, place) => (place % 2 ? String.fromCodePoint(point) : percent(String.fromCodePoint(point)))),
	"decimal entities": (key) => each(key, (point) => `&#${point};`),
	"decimal entities with zeros": (key) => each(key, (point) => `&#00${point};`),
	"hexadecimal entities": (key) => each(key, (point) => `&#x${hex(point)};`),
	"hexadecimal entities, upper case": (key) => each(key, (point) => `&#X${hex(point).toUpperCase()};`),
	"entities, escaped again": (key) => each(key, (point) => `&amp;#${point};`),
	"named entities": (key) =>
		each(key, (point) => {
			const character = String.fromCodePoint(point);
			return NAMES[character] ? `&${NAMES[character]};` : character;
		}),
	"a named entity with a long name": (key) => key.replaceAll("_", "&UnderBar;"),
	"one escape after a character of several bytes": (key) =>
		`&#128512;${key.slice(0, 5)}${percent(key.charAt(5))}${key.slice(6)}`,
	"escapes of JSON": (key) => each(key, (point) => `\\u${point.toString(16).padStart(4, "0")}`),
	...Object.fromEntries(
		[0, 1, 2].flatMap((outer) =>
			[0, 1, 2].flatMap((inner) => [
				[
					`double base64, offsets ${inner} and ${outer}`,
					(key: string) => base64(`${"x".repeat(outer)}${base64(`${"y".repeat(inner)}${key}zzz`)}zz`),
				],
				[
					`double base64url, offsets ${inner} and ${outer}`,
					(key: string) => {
						const once = Buffer.from(`${"y".repeat(inner)}${key}zzz`).toString("base64url");
						return Buffer.from(`${"x".repeat(outer)}${once}zz`).toString("base64url");
					},
				],
			]),
		),
	),
};

/** The places where a service may repeat a key, as functions of its answer. */
const PLACES: Readonly<Record<string, (answer: string, key: string) => string | Promise<string>>> = {
	"an error of the library": (answer, key) => removeSecret(answer, key),
	"standard error, and what commands print": (answer, key) => {
		const secrets = new ShownSecrets();
		secrets.add(key);
		return secrets.hide(answer);
	},
	"a log and a saved chat": (answer, key) => new Secrets([key]).cleanText(answer),
	"a value of a log": (answer, key) => JSON.stringify(new Secrets([key]).cleanValue({ [answer]: [answer] })),
	"binary data": (answer, key) => {
		const text = Buffer.from(answer).toString("latin1");
		const cleaned = new Secrets([key]).clean({ text, borders: [] }, false).text;
		expect(cleaned).toHaveLength(text.length);
		return cleaned;
	},
	"a recording": async (answer, key) => {
		const files = new Map<string, Uint8Array<ArrayBuffer>>();
		const fetch = record(memoryStore(files), {
			secrets: [key],
			fetch: async () => new Response(answer, { headers: { "content-type": "text/plain" } }),
		});
		await (await fetch("https://api.example.com/v1", { method: "POST", body: "{}" })).arrayBuffer();
		return [...files.values()].map((file) => Buffer.from(file).toString()).join("\n");
	},
};

describe.each(Object.keys(PLACES))("in %s", (place) => {
	it.each(Object.keys(ENCODINGS))("removes a key written as %s", async (name) => {
		for (const key of KEYS) {
			const written = ENCODINGS[name]?.(key) ?? "";
			const left = (await PLACES[place]?.(`Wrong key ${written} — täglich`, key)) ?? "";
			// No third of it in the middle is left, so nothing can be decoded.
			const third = written.slice(written.length / 3, (written.length * 2) / 3);
			expect(left).not.toContain(third);
			if (place !== "binary data" && place !== "a recording") expect(left).toContain("täglich");
		}
	});
});

it.each(["&#233;", "&#128512;", "\\u20ac", "%e2%82%ac", "&fjlig;"])("cuts a key exactly after %s", (before) => {
	const key = "hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345";
	const text = `${before}${key.replace("C", "%43")} end`;
	expect(new Secrets([key]).cleanText(text)).toBe(`${before}[redacted] end`);
	expect(removeSecret(text, key)).toBe(`${before}[redacted] end`);
});

it("keeps texts that only look escaped", () => {
	const text = "100% & more: %41%42 &#104; &lt;b&gt; \\u0041 &nosuch; %zz &#9999999;";
	expect(new Secrets(KEYS).cleanText(text)).toBe(text);
	expect(removeSecret(text, KEYS)).toBe(text);
});

it("reads a megabyte of escapes in linear time", () => {
	const secrets = new Secrets(KEYS);
	for (const text of ["%25", "&amp;", "\\", "&#0", "%68"]) {
		const long = text.repeat(200_000);
		expect(secrets.cleanText(long)).toBe(long);
	}
});
