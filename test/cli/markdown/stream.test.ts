import { describe, expect, it } from "vitest";
import { createMarkdownStream, createPlainStream } from "../../../src/cli/markdown/stream.ts";
import { loadColors, PLAIN } from "../../../src/cli/terminal/color.ts";
import { textWidth } from "../../../src/cli/terminal/width.ts";
import { MARKDOWN_CASES } from "./cases.ts";

const ALL = MARKDOWN_CASES.map(({ source }) => source).join("\n\n");
const colors = await loadColors(1);

function render(source: string, width: number, size = source.length, look = PLAIN): string[] {
	const stream = createMarkdownStream({ width, colors: look });
	for (let index = 0; index < source.length; index += size) {
		stream.push(source.slice(index, index + size));
		stream.open();
	}
	stream.end();
	return stream.take();
}

describe("markdown", () => {
	it.each(MARKDOWN_CASES)("$name", ({ source, width = 40, lines }) => {
		expect(render(source, width)).toEqual(lines);
	});

	it.each([1, 2, 3, 5, 8, 13])("prints the same in chunks of %i", (size) => {
		for (const width of [20, 79]) {
			expect(render(ALL, width, size, colors)).toEqual(render(ALL, width, ALL.length, colors));
		}
	});

	it.each([10, 20, 39, 79, 199])("stays within %i columns", (width) => {
		const wide = render(ALL, width).filter((line) => textWidth(line) > Math.max(width, 14));
		expect(wide).toEqual([]);
	});

	it("shows finished and open parts as one text at any time", () => {
		const stream = createMarkdownStream({ width: 40, colors: PLAIN });
		const finished: string[] = [];
		for (const character of ALL) {
			stream.push(character);
			const lines = stream.take();
			finished.push(...lines);
			// What is finished is never taken back.
			expect(stream.take()).toEqual([]);
		}
		stream.end();
		expect([...finished, ...stream.take()]).toEqual(render(ALL, 40));
	});

	it("shows unclosed emphasis as if it were closed", () => {
		const stream = createMarkdownStream({ width: 40, colors: PLAIN });
		stream.push("some **bold te");
		expect(stream.open()).toEqual(["some bold te"]);
		stream.push("xt** and `co");
		expect(stream.open()).toEqual(["some bold text and `co`"]);
	});

	it("waits until the meaning of a line is clear", () => {
		const stream = createMarkdownStream({ width: 40, colors: PLAIN });
		for (const piece of ["#", "#", " "]) {
			stream.push(piece);
			expect(stream.open()).toEqual([]);
		}
		stream.push("Title");
		expect(stream.open()).toEqual(["## Title"]);
	});

	it.each([
		["a paragraph without end", "word ".repeat(150)],
		["a paragraph of many lines", "some words\n".repeat(30)],
	])("never leaves more lines open than fit: %s", (_, source) => {
		const stream = createMarkdownStream({ width: 30, colors: PLAIN, tallest: 6 });
		const finished: string[] = [];
		for (let index = 0; index < source.length; index += 3) {
			stream.push(source.slice(index, index + 3));
			finished.push(...stream.take());
			expect(stream.open().length).toBeLessThanOrEqual(6);
		}
		stream.end();
		expect([...finished, ...stream.take()]).toEqual(render(source, 30));
	});

	/** A table whose last rows are longer than all that are seen when its first lines become final. */
	const GROWING = `| step | what |\n|---|---|\n${"| one | two |\n".repeat(20)}| three | longer than the others |\n`;

	it.each([1, 3, 7, 400])(
		"gives a table that is taller than the window the width there is, in chunks of %i",
		(size) => {
			const stream = createMarkdownStream({ width: 60, colors: PLAIN, tallest: 6 });
			const finished: string[] = [];
			for (let index = 0; index < GROWING.length; index += size) {
				stream.push(GROWING.slice(index, index + size));
				finished.push(...stream.take());
				expect(stream.open().length).toBeLessThanOrEqual(6);
			}
			stream.end();
			const lines = [...finished, ...stream.take()];
			expect(lines.filter((line) => /^three +│ longer than the others$/.test(line))).toHaveLength(size === 400 ? 1 : 0);
			const cells = lines.map((line) => line.split(/ +│ /));
			expect(cells.filter(([first]) => first === "one")).toEqual(Array(20).fill(["one", "two"]));
			// Broken between words, where the columns had to be fixed before.
			expect(
				cells
					.slice(22)
					.map((row) => row.at(-1))
					.join(" "),
			).toBe("longer than the others");
			expect(new Set(lines.map((line) => line.search(/[│┼]/))).size).toBe(1);
			expect(lines.every((line) => textWidth(line) <= 60)).toBe(true);
		},
	);

	it.each([20, 30, 39, 60, 79])(
		"breaks no word of a header, and no short word of a cell, within %i columns",
		(width) => {
			const words = ["Description", "Requirements", "Provider", "Throughput", "Remarks"];
			for (let count = 2; count <= words.length; count++) {
				const row = (cells: readonly string[]): string => `| ${cells.slice(0, count).join(" | ")} |\n`;
				const cells = ["several words", "an unbroken example", "together", "1,200 tokens", "none of importance"];
				const source = row(words) + row(words.map(() => "---")) + row(cells).repeat(2);
				const text = render(source, width).join(" ");
				for (const word of [...words.slice(0, count), ...cells.slice(0, count).join(" ").split(" ")]) {
					expect(text).toContain(word);
				}
			}
		},
	);

	it("loses nothing of a tall block when the width changes", () => {
		const source = Array.from({ length: 80 }, (_, index) => `word${index}`).join(" ");
		for (const width of [15, 60]) {
			const stream = createMarkdownStream({ width: 30, colors: PLAIN, tallest: 4 });
			const finished: string[] = [];
			for (let index = 0; index < source.length; index += 5) {
				stream.push(source.slice(index, index + 5));
				if (index === 300) stream.resize({ width, tallest: 4 });
				finished.push(...stream.take());
			}
			stream.push("\n\nafter the resize");
			stream.end();
			expect([...finished, ...stream.take()].join(" ").replace(/ +/g, " ")).toBe(`${source} after the resize`);
		}
	});

	it("lays out open blocks again when the width changes", () => {
		const stream = createMarkdownStream({ width: 40, colors: PLAIN });
		stream.push("one two three four");
		stream.resize({ width: 10, tallest: 20 });
		expect(stream.open()).toEqual(["one two", "three four"]);
	});
});

/** What terminals obey, by what it would do. */
const ATTACKS: Readonly<Record<string, string>> = {
	"a link (OSC 8)": "\u001B]8;;http://evil.example\u0007click\u001B]8;;\u0007",
	"the clipboard (OSC 52)": "\u001B]52;c;ZXZpbA==\u0007",
	"a file (OSC 1337)": "\u001B]1337;File=name=eA==:AAAA\u0007",
	"colours and erasing (CSI)": "\u001B[31m\u001B[2J\u001B[H",
	"a device string (DCS)": "\u001BPq#0;2;0;0;0\u001B\\",
	"C1 introducers": "\u009B31m\u009D52;c;eA==\u009C\u0090q\u009C",
	"a carriage return that overwrites": "safe\rEVIL",
	"a bell, a backspace and DEL": "\u0007\b\u007F",
	"the direction of writing": "\u202Etxt.exe\u2066",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
const OBEYED = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;
const PLACES: Readonly<Record<string, (text: string) => string>> = {
	"in text": (text) => `before ${text} after`,
	"in emphasis": (text) => `**${text}**`,
	"in code": (text) => `\`${text}\``,
	"in a block of code": (text) => `\`\`\`js\n"${text}"\n\`\`\``,
	"as language": (text) => `\`\`\`${text}\nx\n\`\`\``,
	"in a table": (text) => `| ${text} | b |\n|---|---|\n| 1 | ${text} |`,
	"in a link": (text) => `[${text}](http://x/${text})`,
	"in a heading": (text) => `# ${text}`,
	"in an item": (text) => `- ${text}`,
};

describe("safety", () => {
	for (const [place, put] of Object.entries(PLACES)) {
		it.each(Object.entries(ATTACKS))(`escapes %s ${place}`, (_, attack) => {
			const source = put(attack);
			const whole = render(source, 60);
			expect(whole.join("")).not.toMatch(OBEYED);
			// However the sequence is cut.
			for (const size of [1, 2, 3]) expect(render(source, 60, size)).toEqual(whole);
		});
	}

	it("escapes them in plain text too", () => {
		for (const attack of Object.values(ATTACKS)) {
			const stream = createPlainStream({ width: 20, style: (line) => line });
			for (const character of attack) stream.push(character);
			stream.end();
			expect(stream.take().join("")).not.toMatch(OBEYED);
		}
	});

	it("keeps CRLF line ends that arrive in two chunks", () => {
		const stream = createPlainStream({ width: 20, style: (line) => line });
		for (const piece of ["a\r", "\nb\r\n", "c"]) stream.push(piece);
		stream.end();
		expect(stream.take()).toEqual(["a", "b", "c"]);
	});
});
