import { describe, expect, it } from "vitest";
import type { ModelData } from "../../../src/catalogue/index.ts";
import { getLibrarySnippets } from "../../../src/snippets/library/index.ts";
import { readClassName } from "../../../src/snippets/library/python-names.ts";
import { HOSTILE } from "./samples.ts";

const BASE: ModelData = { id: "org/name", tags: ["transformers"], inference: "" };
const NO_NAMES = [
	...HOSTILE.map(({ text }) => text),
	"",
	"class",
	"a.",
	".a",
	"a..b",
	"1a",
	"a-b",
	"a.None",
	"é",
	"Name\n",
];

describe("class names from a record", () => {
	it.each(["AutoModel", "_private", "module.Class", "A1"])("may be %s", (name) => {
		expect(readClassName(name)).toBe(name);
	});

	it("are only identifiers", () => {
		for (const name of [...NO_NAMES, undefined, null, 5, {}]) expect(readClassName(name)).toBeUndefined();
	});

	it.each(NO_NAMES.map((name, index) => ({ name, index })))("count as missing otherwise ($index)", ({ name }) => {
		const read = (model: Partial<ModelData>, library: string) =>
			getLibrarySnippets({ ...BASE, ...model }, library).map(({ content }) => content);
		const unknown = "# ⚠️ Type of model unknown";
		expect(read({ transformersInfo: { auto_model: name } }, "transformers")).toEqual([unknown]);
		expect(read({ transformersInfo: { auto_model: name } }, "pruna-ai").join()).toContain(unknown);
		expect(read({ transformersInfo: { auto_model: "AutoModel", processor: name } }, "transformers")).toEqual(
			read({ transformersInfo: { auto_model: "AutoModel" } }, "transformers"),
		);
		expect(read({ config: { architectures: [name] } }, "paddlenlp")).toEqual(read({}, "paddlenlp"));
		expect(read({ config: { keras_hub: { tasks: [name] } } }, "keras-hub")).toEqual(read({}, "keras-hub"));
		expect(read({ config: { speechbrain: { speechbrain_interface: name } } }, "speechbrain")).toEqual([
			"# interface in config.json invalid",
		]);
	});
});
