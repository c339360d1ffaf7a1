import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { differingFacts, differingNames, listedIn } from "../../scripts/upstream/facts.ts";
import { differingRequests } from "../../scripts/upstream/requests.ts";
import * as library from "../../src/index.ts";
import * as tasks from "../../src/tasks.ts";

/** `npm run upstream` with releases made up here: it needs the registry, tests have no network. */
describe("the comparison with the reference", () => {
	it("finds names that are missing, methods included", () => {
		class Client {
			known(): void {}
			added(): void {}
		}
		class Own {
			known(): void {}
		}
		const found = differingNames("inference", { Client, other: 1 }, { Client: Own });
		expect(found.map(({ name }) => name)).toEqual(["Client.added", "other"]);
		expect(differingNames("inference", library, library)).toEqual([]);
	});

	it("finds facts that differ, and leaves out texts", () => {
		const { aneforge: _gone, ...libraries } = structuredClone(
			JSON.parse(JSON.stringify(tasks.MODEL_LIBRARIES_UI_ELEMENTS)),
		);
		libraries.transformers.prettyLabel = "Other";
		libraries.transformers.description = "Words";
		const found = differingFacts({ ...tasks, MODEL_LIBRARIES_UI_ELEMENTS: libraries }, tasks);
		expect(found.map(({ name }) => name)).toEqual(
			expect.arrayContaining(["transformers.prettyLabel", "aneforge.prettyLabel"]),
		);
		expect(found.map(({ name }) => name)).not.toContain("transformers.description");
		expect(differingFacts(tasks, tasks)).toEqual([]);
	});

	it("finds requests that differ", async () => {
		const other = {
			...library,
			INFERENCE_PROVIDERS: ["groq"],
			chatCompletion: (args: Parameters<typeof library.chatCompletion>[0], options: object) =>
				library.chatCompletion({ ...args, top_p: 1 }, options),
		};
		const found = await differingRequests(other, library);
		expect(found.map(({ name }) => name)).toEqual(["groq chatCompletion hf_x", "groq chatCompletion key"]);
	});

	it("knows what COMPATIBILITY.md lists", () => {
		const listed = listedIn(readFileSync("COMPATIBILITY.md", "utf8"));
		expect(listed("libraries", "contexttab.repoUrl")).toBe(true);
		expect(listed("libraries", "contexttabs.repoUrl")).toBe(false);
		expect(listed("datasets", "contexttab.repoUrl")).toBe(false);
	});
});
