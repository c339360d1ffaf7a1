import { expect, it, onTestFinished } from "vitest";
import type { Context } from "../../src/cli/context.ts";
import { isFile } from "../../src/cli/input/file.ts";
import { isImageWord, isMissingImage } from "../../src/cli/input/media.ts";
import { readSchema } from "../../src/cli/input/schema.ts";
import { createHome } from "../helpers/session.ts";

/** Longer than the name of any file. */
const LONG = "word ".repeat(80);

function open(): Context {
	const home = createHome({ "a.png": "x", "s.json": '{"type": "string"}', "folder.png/b": "" });
	onTestFinished(() => home.remove());
	return { cwd: home.folder, flags: {}, signal: new AbortController().signal } as unknown as Context;
}

it.each([
	["a.png", true],
	["folder.png", false],
	["b.png", false],
	["a\0.png", false],
	[`${LONG}a.png`, false],
])("whether %j is a file, and an image of a chat", (word, is) => {
	const context = open();
	expect([isFile(word, context), isImageWord(word, context)]).toEqual([is, is]);
});

it("a prompt in one word that ends like the name of an image is text", () => {
	expect(isMissingImage(`${"x".repeat(300)}.png`, open())).toBe(true);
});

it("a schema may be longer than the name of a file", async () => {
	const schema = { type: "object", description: LONG };
	expect(await readSchema(JSON.stringify(schema), "--schema", open())).toEqual(schema);
	const names = Array.from({ length: 60 }, (_, place) => `name${place}`);
	expect(await readSchema(names.join(", "), "--schema", open())).toMatchObject({ required: names });
	expect(await readSchema("s.json", "--schema", open())).toEqual({ type: "string" });
	await expect(readSchema("missing.json", "--schema", open())).rejects.toMatchObject({ code: "ENOENT" });
});
