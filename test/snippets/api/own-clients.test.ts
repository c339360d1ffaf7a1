import { describe, expect, it } from "vitest";
import { version } from "../../../src/base/version.ts";
import { SIGNATURES } from "../../../src/catalogue/signatures.ts";
import { ALL_PROVIDERS } from "../../../src/inference/index.ts";
import { findSetup, getInferenceSnippets } from "../../../src/snippets/index.ts";

type Model = Parameters<typeof getInferenceSnippets>[0];

const MODEL: Model = { id: "org/chat", inference: "", tags: ["conversational"], pipeline_tag: "text-generation" };
const clientsOf = (language: string, options = {}) =>
	getInferenceSnippets(MODEL, "auto", undefined, options)
		.filter((snippet) => snippet.language === language)
		.map(({ client }) => client);
const hubOf = (model: Model, provider: string, options = {}) =>
	getInferenceSnippets(model, provider, undefined, { clients: "all", ...options }).find(
		({ client }) => client === "hub",
	)?.content;

describe("this project's own clients", () => {
	it("stand first in their languages, if they are asked for", () => {
		expect([clientsOf("js"), clientsOf("sh")]).toEqual([["fetch", "huggingface.js", "openai"], ["curl"]]);
		const all = { clients: "all" };
		expect([clientsOf("js", all), clientsOf("sh", all)]).toEqual([
			["modelhub", "fetch", "huggingface.js", "openai"],
			["hub", "curl"],
		]);
	});

	it("can make every call for which there is any code", () => {
		const missing = ALL_PROVIDERS.flatMap(({ id, tasks, closedSource }) =>
			(closedSource ? [] : Object.keys(tasks)).flatMap((task) => {
				if (task === "conversational" || !Object.hasOwn(SIGNATURES, task)) return [];
				const pipeline = task as NonNullable<Model["pipeline_tag"]>;
				const model: Model = { id: "org/model", inference: "", tags: [], pipeline_tag: pipeline };
				const found = getInferenceSnippets(model, id, undefined, { clients: "all" }).map(({ client }) => client);
				return found.length === 0 || (found.includes("hub") && found.includes("modelhub")) ? [] : [`${id} ${task}`];
			}),
		);
		expect(missing).toEqual([]);
	});

	it.each([
		[{}, "hub infer -t chat \\\n    -m org/chat \\\n    'What is the capital of France?'"],
		[
			{ messages: [{ role: "user", content: "it's @5" }] },
			"hub infer -t chat \\\n    -m org/chat \\\n    'it'\\''s @5'",
		],
		[{ messages: [{ role: "user", content: "@5" }] }, "hub infer -t chat \\\n    -m org/chat \\\n    '\\@5'"],
		[
			{ messages: [{ role: "user", content: "Hi" }], streaming: true, billTo: "my org" },
			"hub infer -t chat \\\n    -m org/chat \\\n    --bill-to 'my org' \\\n    --stream \\\n    Hi",
		],
	])("writes %j as a command", (options, command) => expect(hubOf(MODEL, "auto", options)).toBe(command));

	it.each(["automatic-speech-recognition", "audio-to-audio"] as const)("name a file that fal-ai takes: %s", (task) => {
		const model: Model = { id: "org/model", inference: "", tags: [], pipeline_tag: task };
		const found = getInferenceSnippets(model, "fal-ai", undefined, { clients: "all" });
		expect(found.length).toBeGreaterThan(2);
		expect(found.filter(({ content }) => !content.includes("talk.mp3"))).toEqual([]);
		expect(getInferenceSnippets(model, "fal-ai").every(({ content }) => content.includes("sample1.flac"))).toBe(true);
	});

	it("names what installs them", () => {
		const found = getInferenceSnippets(MODEL, "auto", undefined, { clients: "all" });
		const setups = found
			.filter(({ client }) => ["modelhub", "hub"].includes(client))
			.map((snippet) => findSetup(snippet));
		// Not on the npm registry yet: both are installed from a clone.
		const file = `../hub/modelhub-${version}.tgz`;
		expect(setups).toEqual([`npm install ${file}`, `npm install -g ${file}`]);
	});
});
