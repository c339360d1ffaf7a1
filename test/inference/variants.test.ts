import * as early from "@huggingface/inference";
import * as late from "inference-later";
import { beforeAll, describe, expect, it } from "vitest";
import type { Data, Members, WireFixture } from "../../scripts/wire-fixtures/format.ts";
import { members } from "../../scripts/wire-fixtures/recipe.ts";
import * as library from "../../src/index.ts";
import { fixtures, type Outcome, replay } from "./replay.ts";

/**
 * Arguments nobody thought of: names that mean something to the client, to a service or to another provider, with values of
 * every kind, at every place. One of the two releases of the reference client must send and return the same.
 */
const NAMES = `prompt inputs image images image_url image_urls loras model_name response_format sync_mode text audio_url
version voice steps num_inference_steps max_tokens max_new_tokens messages lora_weights input_image input_images
frame_images reference_images width height target_size input file audio store guided_json encoding_format dimensions
temperature negative_prompt seed extra task options use_cache stop outputType type id language question toString`.split(
	/\s+/,
);
const VALUES: Data[] = [
	"x",
	"",
	"5",
	5,
	0,
	3.5,
	true,
	false,
	null,
	[],
	["a", 1],
	[null],
	{},
	{ a: { b: null } },
	{ width: 64, height: 32 },
	{ type: "json_schema", json_schema: { name: "n", schema: { type: "object" }, strict: true } },
];
/** Without them such a call is refused before it is sent. */
const LABELS = { candidate_labels: ["a"] };
const LORA = { adapter: "lora", adapterWeightsPath: "w.safetensors" };
const MAPPINGS: Members[] = [
	{},
	LORA,
	{ adapter: "lora" },
	{ ...LORA, adapter: "other", type: "tag-filter" },
	{ status: "error" },
	{ providerId: "owner/name:abc:d" },
	{ ...LORA, providerId: "fal-ai/lora" },
	{ providerId: "bfl/FLUX.1-Kontext-dev" },
	{ providerId: "hexgrad/Kokoro-82M" },
	{ providerId: "/a b/ü" },
];
const OPTIONS: Members[] = [
	{},
	{},
	{ billTo: "acme" },
	{ includeCredentials: "same-origin" },
	{ includeCredentials: true },
];

/** Pairs whose requests are improved on purpose, whatever the arguments. COMPATIBILITY.md has them. */
const IMPROVED =
	/^novita image-text-to-video$|^(groq|novita|nebius|scaleway|together) text-generation$|^(nebius|scaleway) feature-extraction$/;
/** Releases with these are older than the late one and younger than the early one. */
const BETWEEN = /^(clarifai|nvidia) /;
/** Without token these get the header `Bearer undefined` from the reference. */
const ALWAYS_AUTHORIZED = /^(black-forest-labs|clarifai|fal-ai|replicate|openai) /;

const pairs = [...fixtures]
	.filter(([name]) => name.endsWith(".basic.json"))
	.map(([, fixture]): [string, WireFixture] => [`${fixture.provider} ${fixture.task}`, fixture])
	.filter(([pair]) => !IMPROVED.test(pair) && !BETWEEN.test(pair));

/** Numbers from 0 to 1, the same in every run (a linear congruential generator). */
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

function vary(pair: string, fixture: WireFixture, seed: number): WireFixture {
	const random = createRandom(seed * 7919 + pair.length * 31 + pair.charCodeAt(0));
	const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
	const draw = (count: number, unwanted: readonly string[]): Members =>
		Object.fromEntries(
			Array.from({ length: count }, () => pick(NAMES))
				.filter((name) => !unwanted.includes(name))
				.map((name) => [name, pick(VALUES)]),
		);
	const { task, provider } = fixture;
	// What decides over the input itself has fixtures of its own.
	const reserved = ["inputs", "messages", "image_url", "images", "audio_url"];
	const hasBytes = "$blob" in members(fixture.args["inputs"] ?? null);
	const isRaw = provider === "hf-inference" && hasBytes && !/^image-(segmentation|to-image)$/.test(task);
	const unwanted = pair === "novita text-to-video" ? ["steps"] : ["image_url"];
	const model = `org/model-${pair.replace(" ", "-")}-${seed}`;
	const tokens = ALWAYS_AUTHORIZED.test(pair) ? ["hf_x", "sk_x"] : ["hf_x", "sk_x", ""];
	const args: Members = {
		...fixture.args,
		...draw(2, reserved),
		...(isRaw ? {} : { parameters: { ...draw(4, unwanted), ...(task.startsWith("zero-shot") ? LABELS : {}) } }),
		...(provider === "openai" ? {} : { model, accessToken: pick(tokens) }),
	};
	return {
		...fixture,
		args,
		options: pick(OPTIONS),
		...(fixture.mapping ? { mapping: { ...fixture.mapping, ...pick(MAPPINGS) } } : {}),
	};
}

const told = ({ requests, result, error }: Outcome) => ({ requests, result, error });

/** What a release of the reference does; undefined where it has no such function. */
function ask(client: object, variant: WireFixture) {
	return replay(client, variant, { global: true }).then(told, () => undefined);
}

beforeAll(() => {
	const quiet = () => undefined;
	for (const client of [early, late, library]) {
		client.setLogger({ debug: quiet, info: quiet, warn: quiet, error: quiet, log: quiet });
	}
});

describe("unusual arguments", () => {
	it.each(pairs)("%s", async (pair, fixture) => {
		for (let seed = 1; seed <= 8; seed++) {
			const variant = vary(pair, fixture, seed);
			const ours = await replay(library, variant);
			const outcomes = [await ask(early, variant), await ask(late, variant)];
			expect(outcomes).toContainEqual(told(ours));
		}
	});
});
