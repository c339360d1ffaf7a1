import { stripVTControlCharacters } from "node:util";
import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { encodeBlocks } from "../../../src/cli/terminal/graphics/draw.ts";
import type { Fit } from "../../../src/cli/terminal/graphics/pixels.ts";
import {
	encodeIterm,
	encodeKittyPixels,
	encodeKittyPng,
	encodeSixel,
	placePastTmux,
	quantize,
} from "../../../src/cli/terminal/graphics/show.ts";

import type { ColorLevel } from "../../../src/cli/terminal/process-io.ts";
import { paint } from "./pictures.ts";

const fit: Fit = { pixels: { width: 16, height: 16 }, cells: { columns: 2, rows: 1 }, limit: "columns" };

function readCommand(command: string): { keys: string; payload: string } {
	expect([command.slice(0, 3), command.slice(-2)]).toEqual(["\x1b_G", "\x1b\\"]);
	const [keys = "", payload = ""] = command.slice(3, -2).split(";");
	return { keys, payload };
}

describe("kitty", () => {
	it("sends a short PNG unchanged in one command", () => {
		expect(encodeKittyPng(Uint8Array.from([1, 2, 3]), fit)).toEqual(["\x1b_Ga=T,q=2,f=100,c=2,m=0;AQID\x1b\\"]);
	});

	it("states the number of rows if that is the limit", () => {
		expect(encodeKittyPng(Uint8Array.from([1]), { ...fit, limit: "rows" })[0]).toContain("f=100,r=1,m=0;");
	});

	it("splits a long PNG after 4096 base64 characters; only the first command has keys", () => {
		const file = Uint8Array.from({ length: 3072 * 2 + 1 }, (_, index) => index % 251);
		const commands = encodeKittyPng(file, fit);
		const parts = commands.map(readCommand);
		expect(parts.map(({ keys }) => keys)).toEqual(["a=T,q=2,f=100,c=2,m=1", "m=1", "m=0"]);
		expect(parts.map(({ payload }) => payload.length)).toEqual([4096, 4096, 4]);
		expect(Buffer.from(parts.map(({ payload }) => payload).join(""), "base64")).toEqual(Buffer.from(file));
	});

	it.each([
		["without opacity where all is visible", paint("rg"), "f=24,s=2,v=1,o=z,c=2", [255, 0, 0, 0, 255, 0]],
		["with opacity where not", paint("r "), "f=32,s=2,v=1,o=z,c=2", [255, 0, 0, 255, 0, 0, 0, 0]],
	])("sends pixels packed, %s", (_, pixels, keys, bytes) => {
		const [command = ""] = encodeKittyPixels(pixels, fit);
		const { keys: sent, payload } = readCommand(command);
		expect(sent).toBe(`a=T,q=2,${keys},m=0`);
		expect([...inflateSync(Buffer.from(payload, "base64"))]).toEqual(bytes);
	});
});

describe("iTerm2", () => {
	it("sends the file unchanged", () => {
		expect(encodeIterm(Uint8Array.from([1, 2, 3]), { columns: 20, rows: 5 })).toBe(
			"\x1b]1337;File=inline=1;size=3;width=20;height=5;preserveAspectRatio=1:AQID\x07",
		);
	});
});

describe("sixel", () => {
	const head = (size: string): string => `\x1bP0;1;0q"1;1;${size}`;
	const [blue, green, red] = ["2;0;0;100", "2;0;100;0", "2;100;0;0"];
	it.each([
		["one colour, a full band", paint(...Array<string>(6).fill("rr")), `${head("2;6")}#0;${red}#0~~`],
		["repeated characters", paint("rrrrr"), `${head("5;1")}#0;${red}#0!5@`],
		["two colours in one row", paint("bg"), `${head("2;1")}#0;${blue}#1;${green}#0@$#1?@`],
		["two colours in one column", paint("b", "g"), `${head("1;2")}#0;${blue}#1;${green}#0@$#1A`],
		["a second band", paint(..."rrrrrrr"), `${head("1;7")}#0;${red}#0~-#0@`],
		["nothing where nothing is", paint("r r", "   "), `${head("3;2")}#0;${red}#0@?@`],
	])("%s", (_, pixels, expected) => {
		expect(encodeSixel(pixels)).toBe(`${expected}\x1b\\`);
	});

	it("never uses more colors than allowed, and picks those nearest to the image", () => {
		const { palette, indices } = quantize(paint("rrrrkw", "rrrrgb"), 2);
		expect(palette).toHaveLength(2);
		expect(new Set(indices)).toEqual(new Set([0, 1]));
		expect(quantize(paint("rgb"), 256).palette).toEqual(
			expect.arrayContaining([
				[255, 0, 0],
				[0, 255, 0],
				[0, 0, 255],
			]),
		);
	});
});

describe("half blocks", () => {
	const full: ColorLevel = 3;
	it.each([
		["two pixels a cell", paint("r", "g"), full, ["\x1b[38;2;255;0;0;48;2;0;255;0m▀\x1b[0m"]],
		["in 256 colours", paint("r", "w"), 2, ["\x1b[38;5;196;48;5;231m▀\x1b[0m"]],
		["one colour needs no letter", paint("rr", "rr"), full, ["\x1b[48;2;255;0;0m  \x1b[0m"]],
		[
			"a colour is set only where it changes",
			paint("rrr", "ggb"),
			full,
			["\x1b[38;2;255;0;0;48;2;0;255;0m▀▀\x1b[48;2;0;0;255m▀\x1b[0m"],
		],
		["an odd row more", paint("r"), full, ["\x1b[38;2;255;0;0m▀\x1b[0m"]],
		["nothing above", paint(" ", "r"), full, ["\x1b[38;2;255;0;0m▄\x1b[0m"]],
		["nothing at all", paint("  ", "  "), full, ["  "]],
	] as const)("%s", (_, pixels, level, lines) => {
		expect(encodeBlocks(pixels, level)).toEqual(lines);
	});

	it("writes labels over the image, clipped at its edge", () => {
		const picture = paint("kkkkk", "kkkkk");
		const tag = (column: number, text: string) => ({ column, row: 0, text, color: [255, 0, 0] as const });
		const words = (...tags: ReturnType<typeof tag>[]) => encodeBlocks(picture, 3, tags).map(stripVTControlCharacters);
		expect(words(tag(1, "ab"))).toEqual([" ab  "]);
		expect(words(tag(3, "abc"))).toEqual(["   a…"]);
		expect(words(tag(1, "船"), tag(2, "x"))).toEqual([" 船  "]);
	});
});

describe("tmux", () => {
	it("passes commands through after reserving rows", () => {
		expect(placePastTmux(["\x1b_Gx\x1b\\"], { columns: 4, rows: 2 })).toBe(
			"\n\n\x1b[2A\x1bPtmux;\x1b\x1b_Gx\x1b\x1b\\\x1b\\\x1b[2B",
		);
	});
});
