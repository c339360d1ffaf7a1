import { expect, it } from "vitest";
import { matches, UnboundedPattern } from "../../../src/inference/object/pattern.ts";
import { TooMuchWork, Work } from "../../../src/inference/object/work.ts";

const check = (pattern: string, text: string): boolean => matches(pattern, text, new Work());

const PATTERNS = [
	...["", "a", "^a", "a$", "^$", "^a|b$", "a|", "(a|b)c", "(?:ab)+", "(?<name>a)b", "a*?b", "a+?$", "a??b", "^a{2}$"],
	...["^a{2,}$", "^a{1,3}$", "^a{0}$", "^(a{1,2}){2}$", "(a*)*b", "^(a+)+$", "^(?:)*a", "(|a)+b", "^.$", "^..$", "."],
	...[
		"[ab]",
		"[^ab]",
		"[]",
		"[^]",
		"[a-c]+$",
		"[\\]a]",
		"[\\-a]",
		"[\\w.-]+@",
		"[^\\s@]+",
		"\\d+",
		"^\\D$",
		"\\w\\W",
		"\\s",
	],
	...[
		"\\S",
		"\\ba",
		"a\\b",
		"\\B",
		"a\\Bb",
		"\\.",
		"\\/",
		"\\^\\$",
		"\\(\\)",
		"\\u0061",
		"\\u{61}",
		"\\x61",
		"\\ud83d\\ude00",
	],
	...[
		"^😀$",
		"[😀a]",
		"\\p{L}",
		"^\\p{Lu}\\P{L}$",
		"[\\p{L}\\d]+$",
		"\\t",
		"\\n",
		"\\cA",
		"\\0",
		"(?=a)a",
		"(?!a)b",
		"^(?!.*b)",
	],
	...[
		"^(?=.*a)(?=.*b).{2,}$",
		"(?<=a)b",
		"(?<!a)b",
		"(?<=a.*)b$",
		"(?<=^a)b",
		"a(?=b(?!c))",
		"((a)|b)*c",
		"a{,2}",
		"a{",
		"[",
		"(",
	],
	...[
		"\\",
		"(?<=a|bc)c",
		"^(?:a|ab)(?:c|bcd)$",
		"^[a-z0-9]+(-[a-z0-9]+)*$",
		"^\\d{4}-\\d{2}$",
		"-",
		"^(?:a(?:b(?:c)?)?)?$",
	],
];
const PIECES = [
	"a",
	"b",
	"c",
	"ab",
	"1",
	" ",
	"-",
	".",
	"@",
	"é",
	"Ä",
	"😀",
	"\ud83d",
	"\n",
	"\t",
	"\0",
	"\u0001",
	"$",
	"^",
	"(",
	")",
	"/",
];

it.each(PATTERNS)("finds what the engine finds: %s", (pattern) => {
	const native = (text: string): boolean => {
		try {
			return new RegExp(pattern, "u").test(text);
		} catch {
			return true;
		}
	};
	let seed = 7;
	const random = (below: number): number => {
		seed = (seed * 48271) % 2147483647;
		return seed % below;
	};
	const texts = ["", ...PIECES, "aaaa", "aab", "ac", "abcd", "2024-05", "ab-c1", "me@b.c"];
	while (texts.length < 400) {
		texts.push(Array.from({ length: 1 + random(7) }, () => PIECES[random(PIECES.length)] ?? "").join(""));
	}
	expect(texts.filter((text) => check(pattern, text) !== native(text))).toEqual([]);
});

it.each([
	["^(a+)+$", `${"a".repeat(50_000)}!`],
	["(a|a)*b", "a".repeat(50_000)],
	["(.*)*x", "a".repeat(50_000)],
	["^(?:[a-z0-9]+-?)+$", `${"a".repeat(50_000)}!`],
])("takes time in proportion to the text: %s", (pattern, text) => {
	expect(check(pattern, text)).toBe(false);
});

it.each([
	["a*".repeat(2000), "b".repeat(100_000)],
	["(?:(?:a{1000}){1000}){1000}", "a"],
	["(?:(?:){1000}){10000000}", "a"],
	["(?=.*b)", "a".repeat(20_000)],
])("ends at its limit of work: %#", (pattern, text) => {
	expect(() => check(`${pattern}z`, text)).toThrow(TooMuchWork);
});

it.each(["(a)\\1", "(?<x>a)\\k<x>", `${"(".repeat(300)}a${")".repeat(300)}`])(
	"does not take what it cannot follow: %s",
	(pattern) => {
		expect(() => check(pattern, "aa")).toThrow(UnboundedPattern);
	},
);
