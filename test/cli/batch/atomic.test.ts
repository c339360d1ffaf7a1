import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { replaceWhole } from "../../../src/cli/files/replace-whole.ts";

function openFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "hub-atomic-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

it("a result that replaces a linked file keeps the link", () => {
	const folder = openFolder();
	writeFileSync(join(folder, "real.csv"), "old", { mode: 0o640 });
	symlinkSync("real.csv", join(folder, "out.csv"));
	replaceWhole(join(folder, "out.csv"), undefined, (write) => write("new"));
	expect(lstatSync(join(folder, "out.csv")).isSymbolicLink()).toBe(true);
	expect(readFileSync(join(folder, "real.csv"), "utf8")).toBe("new");
	expect(lstatSync(join(folder, "real.csv")).mode & 0o777).toBe(0o640);
	expect(readdirSync(folder).sort()).toEqual(["out.csv", "real.csv"]);
});

it("a result that cannot be put in place reports why and leaves nothing behind", () => {
	const folder = openFolder();
	mkdirSync(join(folder, "out.csv"));
	expect(() => replaceWhole(join(folder, "out.csv"), undefined, (write) => write("new"))).toThrow(
		/EISDIR|ENOTEMPTY|EEXIST/,
	);
	expect(readdirSync(folder)).toEqual(["out.csv"]);
});
