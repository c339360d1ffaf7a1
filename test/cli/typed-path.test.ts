import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { completePath, readTypedPath } from "../../src/cli/input/typed-path.ts";
import { createHome } from "../helpers/session.ts";

function openPlace() {
	const home = createHome({
		"cat.png": "",
		"cats/one.png": "",
		"cats/two 2.png": "",
		".hidden": "",
		"日本語.png": "",
		"it's.png": "",
		"bad\nname.png": "",
	});
	onTestFinished(() => home.remove());
	return { cwd: home.folder, env: { HOME: join(home.folder, "cats") } };
}

describe("paths typed outside a shell", () => {
	it.each<[typed: string, text: string, names: string[]]>([
		["ca", "cat", ["cat.png", "cats/"]],
		["cat.", "cat.png", ["cat.png"]],
		["cats/", "cats/", ["one.png", "two 2.png"]],
		["./cats/t", "./cats/two 2.png", ["two 2.png"]],
		["~/o", "~/one.png", ["one.png"]],
		["日", "日本語.png", ["日本語.png"]],
		[".h", ".hidden", [".hidden"]],
		["bad", "bad", []],
		["nowhere/x", "nowhere/x", []],
	])("%j is completed", (typed, text, names) => {
		expect(completePath(typed, openPlace())).toEqual({ text, names });
	});

	it("omits hidden files until a dot is typed", () => {
		expect(completePath("", openPlace()).names).toEqual(["cat.png", "cats/", "it's.png", "日本語.png"]);
	});

	it.each([
		["cat.png", "cat.png"],
		["'cats/two 2.png'", "cats/two 2.png"],
		['"cats/two 2.png"', "cats/two 2.png"],
		["cats/two\\ 2.png", "cats/two 2.png"],
		["it's.png", "it's.png"],
		["missing\\ one.png", "missing\\ one.png"],
		["https://example.com/a\\b", "https://example.com/a\\b"],
	])("%j is read", (typed, path) => {
		expect(readTypedPath(typed, openPlace())).toBe(path);
	});

	it("expands ~ to the home folder", () => {
		const place = openPlace();
		expect(readTypedPath("~/one.png", place)).toBe(join(place.cwd, "cats/one.png"));
	});
});
