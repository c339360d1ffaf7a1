import { describe, expect, it } from "vitest";
import { MODEL_LIBRARIES } from "../../src/catalogue/libraries.ts";
import {
	ALL_DISPLAY_MODEL_LIBRARY_KEYS,
	ALL_MODEL_LIBRARY_KEYS,
	DATASET_LIBRARIES_UI_ELEMENTS,
	DEFAULT_COUNTED_FILES,
	EVALUATION_FRAMEWORKS,
	KERNEL_LIBRARIES_UI_ELEMENTS,
	MODEL_LIBRARIES_UI_ELEMENTS,
} from "../../src/tasks.ts";
import { latest, type Marked, mapValues, readSpecification } from "./specification.ts";

interface LibraryEntry extends Marked {
	later?: { hasSnippets?: boolean; countDownloads?: string };
	hasSnippets: boolean;
	countDownloads?: string;
	filter?: boolean;
}

const specified = readSpecification<{
	libraries: Record<string, LibraryEntry>;
	displayKeys: string[];
	defaultCountedFiles: string[];
	orderLater: string[];
}>("libraries");
const extras = readSpecification<{
	datasetLibraries: Record<string, Marked>;
	kernelLibraries: { entries: Record<string, { hasSnippets: boolean }> };
	evaluationFrameworks: { entries: Record<string, string> };
}>("extras");

const entries = ALL_MODEL_LIBRARY_KEYS.map((key) => ({ key, entry: specified.libraries[key] }));
const all = Object.values(specified.libraries);
const base = all.filter(({ since }) => since !== "later");
const later = all.filter(({ until }) => until !== "base");

describe("model libraries", () => {
	it("lists the ids in order", () => {
		expect(ALL_MODEL_LIBRARY_KEYS).toEqual(Object.keys(specified.libraries));
		expect(Object.keys(MODEL_LIBRARIES)).toEqual(Object.keys(specified.libraries));
		expect(Object.keys(MODEL_LIBRARIES_UI_ELEMENTS)).toEqual(Object.keys(specified.libraries));
		expect(new Set(ALL_MODEL_LIBRARY_KEYS).size).toBe(259);
		expect([base.length, later.length]).toEqual([169, 258]);
		expect(ALL_MODEL_LIBRARY_KEYS.filter((key) => specified.orderLater.includes(key))).toHaveLength(258);
	});

	it.each(entries)("describes $key", ({ key, entry }) => {
		const { hasSnippets, generator, ...facts } = latest(entry ?? {}) as { hasSnippets: boolean; generator?: string };
		expect({ ...MODEL_LIBRARIES[key] }).toEqual(facts);
		const { snippets, ...element } = MODEL_LIBRARIES_UI_ELEMENTS[key];
		expect(element).toEqual(facts);
		expect(snippets !== undefined).toBe(hasSnippets);
		expect(generator !== undefined).toBe(hasSnippets);
	});

	it("marks some as filters", () => {
		expect(ALL_DISPLAY_MODEL_LIBRARY_KEYS).toEqual(specified.displayKeys);
		expect(ALL_DISPLAY_MODEL_LIBRARY_KEYS).toHaveLength(35);
	});

	it("counts downloads of common files without a query", () => {
		expect(DEFAULT_COUNTED_FILES).toEqual(specified.defaultCountedFiles);
		expect(base.filter(({ countDownloads }) => !countDownloads)).toHaveLength(53);
		const current = Object.values(MODEL_LIBRARIES).filter((_, index) => all[index]?.until !== "base");
		expect(current.filter(({ countDownloads }) => !countDownloads)).toHaveLength(63);
	});

	it("has snippets for many", () => {
		expect(base.filter(({ hasSnippets }) => hasSnippets)).toHaveLength(96);
		const elements = Object.values(MODEL_LIBRARIES_UI_ELEMENTS);
		const current = elements.filter((_, index) => all[index]?.until !== "base");
		expect(elements.filter(({ snippets }) => snippets)).toHaveLength(126);
		expect(current.filter(({ snippets }) => snippets)).toHaveLength(125);
	});

	it("loads a model with the snippets of its library", () => {
		const model = { id: "org/name", tags: [], inference: "", library_name: "flair" };
		expect(MODEL_LIBRARIES_UI_ELEMENTS.flair.snippets?.(model).join()).toContain('SequenceTagger.load("org/name")');
	});
});

describe("other libraries", () => {
	it("lists dataset libraries", () => {
		expect(Object.entries(DATASET_LIBRARIES_UI_ELEMENTS)).toEqual(
			Object.entries(mapValues(extras.datasetLibraries, latest)),
		);
		expect(Object.keys(DATASET_LIBRARIES_UI_ELEMENTS)).toHaveLength(16);
	});

	it("lists kernel libraries", () => {
		const elements = mapValues(KERNEL_LIBRARIES_UI_ELEMENTS, ({ snippets, ...element }) => ({
			...element,
			hasSnippets: snippets !== undefined,
		}));
		expect(elements).toEqual(extras.kernelLibraries.entries);
		expect(KERNEL_LIBRARIES_UI_ELEMENTS.kernels.snippets?.({ id: "org/kernel" }).join()).toContain(
			'get_kernel("org/kernel")',
		);
	});

	it("lists evaluation frameworks", () => {
		const facts = mapValues(EVALUATION_FRAMEWORKS, ({ name, url }) => ({ name, url }));
		expect(Object.entries(facts)).toEqual(
			Object.entries(mapValues(extras.evaluationFrameworks.entries, (url, name) => ({ name, url }))),
		);
		const descriptions = Object.values(EVALUATION_FRAMEWORKS).map(({ description }) => description);
		expect(descriptions.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([]);
		expect(new Set(descriptions).size).toBe(descriptions.length);
	});
});
