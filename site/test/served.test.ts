/** Nothing on the site names a model that its provider is not known to serve. */
import { readFileSync } from "node:fs";
import { toString as textOf } from "hast-util-to-string";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { describe, expect, it } from "vitest";
import { readFacts } from "../build/facts.ts";
import { firstProvider, knownModel } from "../src/call-task.ts";
import { CALLS } from "../src/islands/calls.ts";
import { SAMPLE_MODELS } from "../src/samples/models.ts";
import { CHATS, findServed } from "../src/samples/served.ts";
import { pages, readPage } from "./site.ts";

interface Prices {
	direct: Record<string, Record<string, string>>;
	routed: Record<string, Record<string, string>>;
}
const prices: Prices = JSON.parse(
	readFileSync(new URL("../../src/exchange/data/prices.json", import.meta.url), "utf8"),
);
const namesOf = (list: Record<string, string> = {}) => new Set(Object.values(list).flatMap((text) => text.split(" ")));
/** Provider → models of chats that the stored list of the router has. */
const routed = new Map(Object.entries(prices.routed).map(([provider, list]) => [provider, namesOf(list)]));
const own = new Map(Object.entries(prices.direct).map(([provider, list]) => [provider, namesOf(list)]));

const mapped = SAMPLE_MODELS.flatMap(({ id, inferenceProviderMapping = [] }) =>
	inferenceProviderMapping.map(({ provider, task }) => ({ provider, task, model: id.toLowerCase() })),
);

function isServed(provider: string, model: string): boolean {
	const name = model.toLowerCase();
	if (provider === "openai") return own.get("openai")?.has(name.replace(/^openai\//, "")) ?? false;
	return routed.get(provider)?.has(name) || mapped.some((entry) => entry.provider === provider && entry.model === name);
}

describe("the table", () => {
	const rows = Object.entries(CHATS).flatMap(([provider, tasks]) =>
		Object.entries(tasks).map(([task, model]) => ({ provider, task, model })),
	);
	it.each(rows)("$provider serves $model for $task, by the stored list", ({ provider, model }) => {
		expect(isServed(provider, model)).toBe(true);
	});

	it("has records of chats that agree with the stored list", () => {
		const chats = SAMPLE_MODELS.flatMap(({ id, inferenceProviderMapping = [] }) =>
			inferenceProviderMapping
				.filter(({ task }) => task === "conversational")
				.map(({ provider }) => ({ id, provider })),
		);
		expect(chats.length).toBeGreaterThan(5);
		expect(chats.filter(({ id, provider }) => !routed.get(provider)?.has(id.toLowerCase()))).toEqual([]);
	});

	it("names providers and tasks that go together: the adapters of other tasks are all that is stored of them", async () => {
		const { providers } = await readFacts();
		const wrong = mapped.filter(
			({ provider, task }) => !providers.some(({ id, tasks }) => id === provider && tasks.includes(task)),
		);
		expect(wrong).toEqual([]);
		expect(mapped.filter(({ task }) => task !== "conversational").length).toBeGreaterThan(5);
	});

	it("is what forms name: a known model or none", () => {
		const wrong = Object.values(CALLS).flatMap((task) =>
			task.providers
				.filter(({ id, model }) => model !== findServed(id, task.id)?.model || model?.startsWith("sandbox/"))
				.map(({ id }) => `${task.id} at ${id}`),
		);
		expect(wrong).toEqual([]);
		expect(knownModel(CALLS["conversational"] as never, firstProvider(CALLS["conversational"] as never))).toBeDefined();
	});
});

/** Placeholders, and models on the reader's own machine or made up for a gateway. */
const OPEN =
	/^(?:ORG\/\w+|openai\/fast|org\/[\w-]+|owner\/[\w-]+|OWNER\/\w+|HuggingFaceTB\/SmolLM2-1\.7B-Instruct-GGUF|bartowski\/.+)$/;
/** Models that fail on purpose. */
const FAILING = /^sandbox\/(?:missing|gated|limited|overloaded|failing-text-to-image|endless-text-to-video)$/;

/** Code blocks of a page. */
function blocksOf(path: string): string[] {
	const blocks: string[] = [];
	visit(unified().use(rehypeParse).parse(readPage(path)), "element", (node) => {
		if (node.tagName === "pre") blocks.push(textOf(node));
	});
	return blocks;
}

/** Calls in a block: models with the providers they are called at. */
function callsOf(block: string): { model: string; providers: string[] }[] {
	const named = [
		...(/(?:-p|--provider) ([a-z][\w,-]*)/.exec(block)?.slice(1) ?? []),
		...(/["']?provider["']?\s*[:=]\s*["']([a-z][\w-]*)["']/.exec(block)?.slice(1) ?? []),
		...(/router\.huggingface\.co\/([a-z][\w-]*)\/(?!chat)/.exec(block)?.slice(1) ?? []),
	]
		.flatMap((list) => list.split(","))
		.filter((provider) => routed.has(provider) || mapped.some((entry) => entry.provider === provider));
	const models = [
		...block.matchAll(/(?:^|\s)(?:-m|--model)[ =]([\w./:,-]+\/[\w./:,-]+)/g),
		...block.matchAll(/["']?model(?:_id)?["']?\s*[:=]\s*["']([\w.-]+\/[\w./:-]+)["']/g),
	].flatMap(([, list = ""]) => list.split(","));
	return models.map((text) => {
		const [model = "", suffix] = text.split(":");
		const isPolicy = ["fastest", "cheapest", "preferred"].includes(suffix ?? "");
		return { model, providers: suffix && !isPolicy ? [suffix] : named };
	});
}

/** Pages of libraries load models themselves; names of the API have examples of shapes. */
const calling = pages.filter((path) => !/^(libraries|api)\/.+/.test(path));

it("every command and program on every page names a model that its provider serves, or none", () => {
	const everywhere = new Set([
		...[...routed.values()].flatMap((list) => [...list]),
		...mapped.map(({ model }) => model),
	]);
	const wrong = calling.flatMap((path) =>
		blocksOf(path).flatMap((block) =>
			callsOf(block)
				.filter(({ model, providers }) => {
					// The sandbox as a provider: no other one is promised.
					if (OPEN.test(model) || /-p sandbox/.test(block)) return false;
					if (FAILING.test(model)) return !/sandbox/.test(block.replaceAll(model, ""));
					if (model.startsWith("sandbox/")) return true;
					if (providers.length > 0) return providers.some((provider) => !isServed(provider, model));
					return !everywhere.has(model.toLowerCase()) && !own.get("openai")?.has(model.replace(/^openai\//, ""));
				})
				.map(({ model, providers }) => `/${path}: ${model} at ${providers.join() || "anybody"}`),
		),
	);
	expect([...new Set(wrong)]).toEqual([]);
});

it("finds the calls that it checks", () => {
	expect(callsOf("hub infer -p groq,together -m org/a:novita")).toEqual([{ model: "org/a", providers: ["novita"] }]);
	expect(callsOf('client.chat({ provider: "groq", model: "org/a" })')).toEqual([
		{ model: "org/a", providers: ["groq"] },
	]);
	expect(calling.flatMap((path) => blocksOf(path).flatMap(callsOf)).length).toBeGreaterThan(100);
});
