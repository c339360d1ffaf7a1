/** What people look for stands among the first three results. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SearchEngine, type TitleIndex } from "../src/search/engine.ts";
import queries from "./data/queries.json" with { type: "json" };
import { dist } from "./site.ts";

const read = (name: string): unknown => JSON.parse(readFileSync(`${dist}search/${name}.json`, "utf8"));

const titles = read("titles") as TitleIndex;
const engine = new SearchEngine(titles);
for (const piece of [1, 2, 3]) {
	const { start, texts } = read(`texts-${piece}`) as { start: number; texts: string[] };
	engine.addTexts(start, texts);
}

const pathsOf = (query: string) => engine.search(query, 3).map(({ url }) => url.split("#")[0]);

describe("the search", () => {
	it.each(queries)("finds $query", ({ query, pages }) => {
		expect(pathsOf(query).filter((path) => pages.includes(path ?? ""))).not.toEqual([]);
	});

	it("finds every exported name of the library by exactly that name", () => {
		const known = titles.pages.filter(({ kind, path }) => kind === "API" && path.split("/").length === 4);
		const wrong = known
			.filter(({ title }) => !engine.search(title, 3).some((result) => result.title === title))
			.map(({ title }) => title);
		expect(known.length).toBeGreaterThan(400);
		expect(wrong).toEqual([]);
	});

	it("shows a piece of the text with the words marked", () => {
		const [first] = engine.search("crash", 1);
		expect(first?.excerpt.some(({ text, isMarked }) => isMarked && /crash/i.test(text))).toBe(true);
	});

	it("has a first result before the texts are there", () => {
		const early = new SearchEngine(titles);
		expect(early.search("speech to text", 1)[0]?.url).toBe("tasks/automatic-speech-recognition/");
	});
});
