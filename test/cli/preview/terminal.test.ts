import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { filesRunBy } from "../../helpers/files-run.ts";
import { createHome, type Home } from "../../helpers/session.ts";
import { openTerminal, type Terminal } from "../../helpers/terminal.ts";
import { paint, pngOf } from "./pictures.ts";

/** What the program asks before it shows a picture. */
const QUESTION = "\x1b[c";
const DRAW = "hub infer -t text-to-image --sandbox boat -o boat.png --force";
const COLORS = { COLORTERM: "truecolor" };

function openHome(): Home {
	const home = createHome();
	onTestFinished(() => home.remove());
	return home;
}

/** Bash in a terminal: what follows the line shows how the line left the keyboard. */
function runLine(line: string, env: Record<string, string> = COLORS, home = openHome()): Terminal {
	return openTerminal("bash", ["--norc", "-c", line], home, { env });
}

describe("previews on a terminal", () => {
	it("sends the PNG unchanged if the terminal supports kitty graphics", async () => {
		const terminal = runLine(`${DRAW}; echo "code $?"`);
		await terminal.waitFor(QUESTION);
		terminal.type("\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;c");
		const { code, rest } = await terminal.end();
		expect(code).toBe(0);
		// 320 pixels are 32 cells of 10; the PNG begins with its signature.
		expect(rest).toContain("\x1b_Ga=T,q=2,f=100,c=32,m=1;iVBORw0KGgo");
		expect(rest).not.toContain("▀");
		expect(rest).toContain("code 0");
	});

	it("sends sixels if the terminal supports them", async () => {
		const terminal = runLine(DRAW);
		await terminal.waitFor(QUESTION);
		terminal.type("\x1b[?62;4;22c");
		const { rest } = await terminal.end();
		expect(rest).toContain('\x1bP0;1;0q"1;1;320;240#0;2;');
		expect(rest).toContain("\x1b\\");
	});

	it("draws half blocks if no answer comes", async () => {
		const terminal = runLine(`${DRAW}; echo "code $?"; stty -a`);
		await terminal.waitFor(QUESTION);
		await terminal.waitFor("▀");
		const { rest } = await terminal.end();
		expect(rest).toContain("code 0");
		expect(rest).toMatch(/ icanon/);
		expect(rest).toMatch(/ echo /);
	});

	it("leaves no answer on the screen or for the next program", async () => {
		const terminal = runLine(`${DRAW}; read -t 0.3 -n 1 && echo "left over" || echo "nothing left"`);
		await terminal.waitFor(QUESTION);
		terminal.type("\x1b_Gi=31;ENOTSUPPORTED\x1b\\\x1b[6;16;8t\x1b[?62c");
		const { rest } = await terminal.end();
		expect(rest).toContain("nothing left");
		expect(rest).not.toContain("ENOTSUPPORTED");
	});

	it("ends on Ctrl-C while waiting, and releases the keyboard", async () => {
		const terminal = runLine(`${DRAW}; echo "code $?"; stty -a`);
		await terminal.waitFor(QUESTION);
		terminal.type("\x03");
		const { rest } = await terminal.end();
		expect(rest).toContain("code 130");
		expect(rest).toMatch(/ icanon/);
	});

	it("does not touch the keyboard in the background", async () => {
		const terminal = runLine(`set -m; ${DRAW} & wait; echo "code $?"`);
		const { rest } = await terminal.end();
		expect(rest).toContain("code 0");
		expect(rest).not.toContain(QUESTION);
		expect(rest).toContain("▀");
	});

	it.each([
		["TERM=dumb", { TERM: "dumb" }, ""],
		["NO_COLOR", { NO_COLOR: "1" }, ""],
		["CI", { CI: "1", ...COLORS }, ""],
		["--preview none", COLORS, "--preview none"],
		["--quiet", COLORS, "--quiet"],
		["--json", COLORS, "--json"],
	])("shows nothing with %s", async (_, env, flags) => {
		const { code, rest } = await runLine(`${DRAW} ${flags}`, env).end();
		expect(code).toBe(0);
		expect(rest).not.toMatch(/[▀▄]/);
		expect(rest).not.toContain(QUESTION);
	});

	it.each([
		["blocks", true],
		["none", false],
	])("shows a saved image with --preview %s: %s", async (preview, isShown) => {
		const env = { ...COLORS, TERM: "xterm" };
		const { stdout } = await openHome().run(`${DRAW} --preview ${preview}`, { columns: 80, env });
		expect(stdout.includes("▀")).toBe(isShown);
	});

	it("obeys --preview if it would show nothing by default", async () => {
		const { rest } = await runLine(`${DRAW} --preview iterm`, { TERM: "dumb" }).end();
		expect(rest).toContain("\x1b]1337;File=inline=1;size=");
	});

	it("does not query a known terminal", async () => {
		const { rest } = await runLine(DRAW, { ...COLORS, KITTY_WINDOW_ID: "1" }).end();
		expect(rest).not.toContain(QUESTION);
		expect(rest).toContain("\x1b_Ga=T,q=2,f=100,");
	});

	it("shows nothing if the output is not a terminal, whatever is requested", async () => {
		const { rest } = await runLine(`${DRAW} --preview blocks | cat; echo end`).end();
		expect(rest).toContain("end");
		expect(rest).not.toMatch(/[▀▄]/);
	});
});

describe("without a terminal", () => {
	it.each([
		[DRAW, false],
		['script -qec "$DRAW" /dev/null', true],
	])("%s loads the preview code: %s", async (line, expected) => {
		const home = openHome();
		const files = await filesRunBy(line, home, { TERM: "xterm-kitty", ...COLORS, DRAW });
		// What the encoders write is found nowhere else.
		expect(files.some((path) => readFileSync(path, "utf8").includes("a=T,q=2"))).toBe(expected);
	});
});

describe("links to saved files", () => {
	it("open the file, on terminals that support them", async () => {
		const home = openHome();
		const { rest } = await runLine(`${DRAW.replace("boat.png", "'a b%.png'")} --preview none`, COLORS, home).end();
		const address = rest.split("\x1b]8;;")[1]?.split("\x1b\\")[0] ?? "";
		expect(new URL(address).protocol).toBe("file:");
		expect(new URL(address).pathname).toBe(`${home.folder}/a%20b%25.png`);
		expect(rest).toContain("\x1b]8;;\x1b\\");
	});

	it.each([
		["TERM=dumb", { TERM: "dumb" }],
		["NO_COLOR", { NO_COLOR: "1" }],
		["FORCE_HYPERLINK=0", { ...COLORS, FORCE_HYPERLINK: "0" }],
	])("are left out with %s", async (_, env) => {
		const { rest } = await runLine(`${DRAW} --preview none`, env).end();
		expect(rest).not.toContain("\x1b]8;");
		expect(stripVTControlCharacters(rest)).toMatch(/Saved boat\.png \(image\/png, /);
	});
});

describe("detected objects", () => {
	/** A home with a picture of a red square on white. */
	function openPicture(): Home {
		const rows = Array.from({ length: 64 }, (_, y) =>
			Array.from({ length: 64 }, (_, x) => (y >= 16 && y < 48 && x >= 16 && x < 48 ? "r" : "w")).join(""),
		);
		return openHomeWith(pngOf(paint(...rows)));
	}

	function openHomeWith(picture: Uint8Array): Home {
		const home = openHome();
		writeFileSync(join(home.folder, "square.png"), picture);
		return home;
	}

	it("have a frame in the image and a row of the same number and color in the table", async () => {
		const line = "hub infer -t object-detection --sandbox square.png --preview blocks";
		const { rest } = await runLine(line, COLORS, openPicture()).end();
		const text = stripVTControlCharacters(rest);
		expect(text).toMatch(/# {4}label +score +box\r\n 1 {3}object/);
		// The first color, as ground of the number in the table and of the label in the picture.
		expect(rest.split("48;2;86;180;233m 1 ").length).toBeGreaterThan(2);
	});

	it("are only a table in a terminal without colors, and JSON in a pipe", async () => {
		const home = openPicture();
		const line = "hub infer -t object-detection --sandbox square.png";
		const { rest } = await runLine(line, { NO_COLOR: "1" }, home).end();
		expect(rest).toMatch(/# {4}label +score +box\r\n 1 {3}object/);
		const { stdout } = await home.run(line);
		expect(JSON.parse(stdout)[0].label).toBe("object");
	});

	it("have their masks saved and overlaid on the image", async () => {
		const home = openPicture();
		const line = "hub infer -t image-segmentation --sandbox square.png -o mask.png --preview blocks";
		const { rest } = await runLine(line, COLORS, home).end();
		expect(stripVTControlCharacters(rest)).toMatch(/Saved mask(-1)?\.png \(image\/png, [\s\S]*▀[\s\S]*# {4}label/);
		expect(readdirSync(home.folder).filter((name) => name.startsWith("mask"))).not.toEqual([]);
	});
});
