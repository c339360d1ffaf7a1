import { expect, it } from "vitest";
import { rememberLast } from "../../src/sandbox/media/remember.ts";

it("generates a value again only after others were requested", () => {
	const made: string[] = [];
	const remember = rememberLast<string>(2);
	const ask = (...key: string[]): string =>
		remember(key, () => {
			made.push(key.join("+"));
			return key.join("+");
		});
	for (const name of ["a", "b", "a", "c", "a", "b"]) expect(ask(name)).toBe(name);
	expect(made).toEqual(["a", "b", "c", "b"]);
	expect(ask("a", "b")).toBe("a+b");
});
