import { expect, it } from "vitest";
import { jsonModule } from "../../scripts/build/lazy-json.ts";
import prices from "../../src/exchange/data/prices.json" with { type: "json" };
import { builtFile } from "../helpers/built.ts";

const built = builtFile("dist/lib/exchange/data/prices.json.js");

it("prices are parsed on first use, unchanged", async () => {
	const { default: lazy } = (await import(built)) as { default: typeof prices };
	expect(Object.getOwnPropertyDescriptor(lazy, "direct")?.get).toBeTypeOf("function");
	expect({ ...lazy }).toEqual(prices);
	expect(lazy.routed).toBe(lazy.routed);
});

it("all kinds of text survive, in ASCII", async () => {
	const data = { direct: { 'it\'s \\ "so"\n': ["é", "\u2028", "😀", "\\u0041", "`{x}`"] }, count: 1, none: null };
	const code = jsonModule("exchange/data/prices.json", data);
	expect(code).toMatch(/^[\n -~]*$/);
	const { default: value } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: unknown };
	expect({ ...(value as object) }).toEqual(data);
});
