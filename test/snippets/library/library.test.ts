import { describe, expect, it } from "vitest";
import type { ModelData } from "../../../src/catalogue/index.ts";
import { getLibrarySnippets, librarySnippets } from "../../../src/snippets/library/index.ts";
import { LIBRARIES, SAMPLES } from "./samples.ts";

const SPARSE: ModelData = { id: "org/name", tags: [], inference: "" };

/** The record with one of its fields, however deep, replaced. */
function replaceEachField(record: unknown, replacement: unknown): unknown[] {
	if (typeof record !== "object" || record === null) return [];
	return Object.entries(record).flatMap(([key, value]) =>
		key === "id"
			? []
			: [replacement, ...replaceEachField(value, replacement)].map((other) =>
					Array.isArray(record) ? record.with(Number(key), other) : { ...record, [key]: other },
				),
	);
}

describe("library snippets", () => {
	it("exist for exactly the libraries of the list", () => {
		expect(Object.keys(librarySnippets).sort()).toEqual(LIBRARIES);
	});

	it.each(LIBRARIES)("%s works with a sparse record", (library) => {
		for (const id of ["org/name", "name", "org/", "/", ""])
			for (const { content } of getLibrarySnippets({ ...SPARSE, id }, library))
				expect(content).not.toMatch(/undefined/);
		expect(Array.isArray(librarySnippets[library]?.(SPARSE))).toBe(true);
	});

	it.each(LIBRARIES)("%s works with a record without tags", (library) => {
		const { tags: _, ...record } = SPARSE;
		expect(getLibrarySnippets(record as ModelData, library)).toEqual(getLibrarySnippets(SPARSE, library));
	});

	const replacements: unknown[] = [null, 5, true, "word", "constructor", {}, { toString: 5 }, [], [null]];
	it.each(replacements.map((replacement) => ({ replacement })))(
		"survive $replacement in any field",
		({ replacement }) => {
			for (const { model, libraries } of SAMPLES)
				for (const record of replaceEachField(model, replacement))
					for (const library of libraries)
						expect(() => getLibrarySnippets(record as ModelData, library), JSON.stringify(record)).not.toThrow();
		},
	);

	it("default to the model's own library", () => {
		const model: ModelData = { ...SPARSE, library_name: "timm" };
		expect(getLibrarySnippets(model)).toEqual(getLibrarySnippets(model, "timm"));
		expect(getLibrarySnippets(model)).toMatchObject([{ library: "timm", language: "python" }]);
	});

	it.each(["no-such-library", "constructor", "toString", "__proto__", ""])("are empty for %j", (library) => {
		expect(getLibrarySnippets({ ...SPARSE, library_name: "timm" }, library)).toEqual([]);
	});

	it("are empty for a model without a library", () => {
		expect(getLibrarySnippets(SPARSE)).toEqual([]);
	});
});
