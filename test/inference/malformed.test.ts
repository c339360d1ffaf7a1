import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { CannedReply, WireFixture } from "../../scripts/wire-fixtures/format.ts";
import * as library from "../../src/index.ts";
import { buildResponse, fixtures, replay } from "./replay.ts";

/** Answers with status 200 that hold no result. */
const MALFORMED: Record<string, CannedReply> = {
	"empty object": { json: {} },
	"array instead of object": { json: [] },
	"list of null": { json: [null] },
	null: { json: null },
	number: { json: 7 },
	string: { json: "no" },
	boolean: { json: true },
	"wrong types": {
		json: {
			choices: 1,
			data: 2,
			images: 3,
			output: 4,
			text: 5,
			id: 6,
			request_id: 7,
			polling_url: 8,
			audio: 9,
			video: 1,
		},
	},
	"null members": {
		json: { choices: null, data: null, images: null, output: null, text: null, id: null, audio: null },
	},
	"empty lists": { json: { choices: [], data: [], images: [], output: [], outputs: [], model: "m" } },
	"nested null": {
		json: { choices: [null], data: [null], images: [null], output: [null], model: "m", audio: { url: null } },
	},
	"error with status 200": { json: { error: "overloaded" } },
	HTML: { type: "text/html; charset=utf-8", text: "<html><body>Bad gateway</body></html>" },
	"truncated JSON": { type: "application/json", text: '{"choices": [{"mess' },
	"empty body": { type: "application/json", text: "" },
	"empty body without type": { text: "" },
	"wrong content type": { type: "text/plain", text: '{"text": "x"}' },
};

/** Services whose lists may be empty: there may be nothing in an image. */
const EMPTY_LISTS = new Set([
	"hf-inference audio-classification",
	"hf-inference audio-to-audio",
	"hf-inference feature-extraction",
	"hf-inference fill-mask",
	"hf-inference image-classification",
	"hf-inference image-segmentation",
	"hf-inference object-detection",
	"hf-inference sentence-similarity",
	"hf-inference tabular-classification",
	"hf-inference tabular-regression",
	"hf-inference token-classification",
	"hf-inference translation",
	"hf-inference zero-shot-classification",
	"hf-inference zero-shot-image-classification",
]);
/** Tasks of Hugging Face's own service that are passed on in whatever form the model answers, unless it is empty or an error. */
const ANY_OBJECT = new Set(["hf-inference text-to-audio", "hf-inference text-to-speech"]);

/** Whether an answer is a result after all. */
function isResult({ provider, task }: WireFixture, { json }: CannedReply): boolean {
	const pair = `${provider} ${task}`;
	const isObject = json !== null && typeof json === "object" && !Array.isArray(json);
	if (ANY_OBJECT.has(pair)) return isObject && Object.keys(json).length > 0 && !("error" in json);
	const isEmpty = Array.isArray(json) && json.length === 0;
	if (isEmpty) return EMPTY_LISTS.has(pair);
	const hasEmptyData = pair.endsWith("feature-extraction") && JSON.stringify(json)?.includes('"data":[]');
	return hasEmptyData === true;
}

const file = fileURLToPath(new URL("../fixtures/spec/providers.json", import.meta.url));
const registry = JSON.parse(readFileSync(file, "utf8")) as Record<
	string,
	{ tasks: Record<string, { malformedMessage?: string }> }
>;
const basic = [...fixtures].filter(([name]) => name.endsWith(".basic.json"));
/** A download: any bytes are a file, unless they are a page or nothing. */
const isDownload = (fixture: WireFixture, step: number): boolean =>
	fixture.requests[step]?.url === "https://files.test/result";

describe("malformed responses", () => {
	it("are tested for every provider and task", () => {
		const tried = new Set(basic.map(([, { provider, task }]) => `${provider} ${task}`));
		const pairs = Object.entries(registry).flatMap(([id, { tasks }]) =>
			Object.keys(tasks).map((task) => `${id} ${task}`),
		);
		expect(pairs.filter((pair) => !tried.has(pair))).toEqual([]);
	});

	it.each(basic)("%s", async (_, fixture) => {
		for (const step of fixture.replies.keys()) {
			for (const [kind, reply] of Object.entries(MALFORMED)) {
				if (isDownload(fixture, step) && !["HTML", "empty body", "empty body without type"].includes(kind)) continue;
				if (step === 0 && isResult(fixture, reply)) continue;
				const { result, error } = await replay(library, fixture, {
					// Whatever is asked after the malformed answer gets the same again.
					answer: (index) => (index >= step ? buildResponse(reply) : undefined),
				});
				const outcome = { step, kind, result, error: error?.name };
				expect(outcome).toEqual({ step, kind, result: undefined, error: "ProviderOutputError" });
				expect(error?.message).not.toMatch(/not a function|Cannot read|\[object/);
			}
		}
	});

	it.each(basic)("are reported in the specified words: %s", async (_, fixture) => {
		const specified = registry[fixture.provider]?.tasks[fixture.task]?.malformedMessage;
		if (specified === undefined) return;
		for (const json of [7, "no", { unexpected: ["{json}"] }]) {
			const { error } = await replay(library, fixture, { answer: () => Response.json(json) });
			// The registry has the words of the release that did not queue this task.
			const isQueued = fixture.provider === "fal-ai" && fixture.task === "text-to-image";
			const words = isQueued ? `${specified}: no request ID found in the response` : specified;
			expect(error?.message).toBe(words.replace("{json}", () => JSON.stringify(json)));
		}
	});

	it.each(basic)("as error pages: %s", async (_, fixture) => {
		for (const step of fixture.replies.keys()) {
			const { error } = await replay(library, fixture, {
				answer: (index) => (index === step ? new Response("<p>Bad gateway</p>", { status: 500 }) : undefined),
				options: { retry_on_error: false },
			});
			expect({ step, name: error?.name }).toEqual({ step, name: "ProviderApiError" });
		}
	});
});
