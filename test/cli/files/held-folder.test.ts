import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HeldFolder } from "../../../src/cli/files/held-folder.ts";
import { saveInFolder } from "../../../src/cli/files/save-blob.ts";

const { signal } = new AbortController();
let place: string;
let root: string;
let elsewhere: string;
beforeEach(() => {
	place = realpathSync(mkdtempSync(join(tmpdir(), "held-")));
	root = join(place, "root");
	elsewhere = join(place, "elsewhere");
	for (const folder of [root, elsewhere, join(elsewhere, "deep")]) mkdirSync(folder);
});
afterEach(() => rmSync(place, { recursive: true }));

/** Puts a link in the place of a folder, as another program does at any time. */
function replaceByLink(path: string): void {
	renameSync(path, `${path}-before`);
	symlinkSync(elsewhere, path);
}

const everything = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

// The second is what systems without paths to open files do.
describe.each([
	["with paths to open files", undefined],
	["without paths to open files", "/missing"],
])("a folder that is held, %s", (_, openFiles) => {
	const open = (path: string): HeldFolder => new HeldFolder(root, join(root, path), openFiles);

	it("takes files, and leaves no draft", async () => {
		const folder = open("made/deep");
		folder.draft().write(Buffer.from("half"));
		await saveInFolder(new Blob(["whole"]), folder, "a.txt", signal);
		await expect(saveInFolder(new Blob(["other"]), folder, "a.txt", signal)).rejects.toMatchObject({ code: "EEXIST" });
		folder.close();
		expect(everything(root)).toEqual(["made", "made/deep", "made/deep/a.txt"]);
		expect(readFileSync(folder.pathOf("a.txt"), "utf8")).toBe("whole");
	});

	it.each([
		["made", "made"],
		["made", "made/deep"],
		["made/deep", "made/deep"],
	])("is refused if %s is a link, for %s", (link, path) => {
		mkdirSync(join(root, "made"));
		if (link === "made") rmSync(join(root, "made"), { recursive: true });
		symlinkSync(elsewhere, join(root, link));
		expect(() => open(path)).toThrow(
			expect.objectContaining({ name: "FolderReplaced", path: join(root, link), isLink: true }),
		);
		expect(everything(elsewhere)).toEqual(["deep"]);
	});

	it("follows the user's links outside of the root", async () => {
		symlinkSync(elsewhere, join(place, "alias"));
		const folder = new HeldFolder(root, join(place, "alias/more"), openFiles);
		await saveInFolder(new Blob(["x"]), folder, "a.txt", signal);
		folder.close();
		expect(folder.pathOf("a.txt")).toBe(join(elsewhere, "more/a.txt"));
		expect(existsSync(folder.pathOf("a.txt"))).toBe(true);
	});

	it.each(["made", "made/deep"])("leads nowhere else if %s becomes a link before a file is opened", async (link) => {
		const folder = open("made/deep");
		replaceByLink(join(root, link));
		await expect(saveInFolder(new Blob(["x"]), folder, "a.txt", signal)).rejects.toThrow(/is a link|was replaced/);
		folder.close();
		expect(everything(elsewhere)).toEqual(["deep"]);
		expect(everything(root).filter((name) => /\.(?:part|txt)$/.test(name))).toEqual([]);
	});

	it.each(["made", "made/deep"])("leads nowhere else if %s becomes a link before a file is named", (link) => {
		const folder = open("made/deep");
		const draft = folder.draft();
		draft.write(Buffer.from("x"));
		replaceByLink(join(root, link));
		expect(() => folder.publish(draft, "a.txt")).toThrow(/is a link|was replaced/);
		folder.close();
		expect(everything(elsewhere)).toEqual(["deep"]);
	});
});

it.runIf(existsSync("/proc/self/fd"))("closes every folder that it opened", () => {
	const count = (): number => readdirSync("/proc/self/fd").length;
	const before = count();
	for (let turn = 0; turn < 20; turn++) {
		new HeldFolder(root, join(root, "a/b/c")).close();
		symlinkSync(elsewhere, join(root, `link${turn}`));
		expect(() => new HeldFolder(root, join(root, `link${turn}/x`))).toThrow("is a link");
	}
	expect(count()).toBeLessThan(before + 10);
});
