import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { CannedReply, WireFixture } from "../../scripts/wire-fixtures/format.ts";
import * as library from "../../src/index.ts";
import { chatCompletion, chatCompletionStream, featureExtraction, textGenerationStream } from "../../src/index.ts";
import { ALL_PROVIDERS } from "../../src/inference/providers/index.ts";
import { run } from "../../src/inference/run.ts";
import { buildResponse, fixtures, replay } from "./replay.ts";
import { events, failure, mapping, serve } from "./serve.ts";

/** Lists in answers that are not in order, or not whole, at every provider that the library has. */

const MALFORMED = /^ProviderOutputError: Received a malformed response: /;
const TEXTS = ["zero", "one", "two", "three"];
const vectorOf = (index: number): number[] => [index, index + 0.5];

/** Positions of the items of an answer to four texts → the order of the items; undefined: the answer is refused. */
const ORDERS: Record<string, [indexes: unknown[], order: number[] | undefined]> = {
	ordered: [
		[0, 1, 2, 3],
		[0, 1, 2, 3],
	],
	shuffled: [
		[2, 0, 3, 1],
		[1, 3, 0, 2],
	],
	reversed: [
		[3, 2, 1, 0],
		[3, 2, 1, 0],
	],
	"without positions": [
		[undefined, undefined, undefined, undefined],
		[0, 1, 2, 3],
	],
	"without positions, as null": [
		[null, null, null, null],
		[0, 1, 2, 3],
	],
	missing: [[0, 1, 3], undefined],
	"missing at the end": [[0, 1, 2], undefined],
	double: [[0, 1, 1, 3], undefined],
	"double, one too many": [[0, 1, 2, 3, 3], undefined],
	foreign: [[0, 1, 2, 4], undefined],
	"foreign, one too many": [[0, 1, 2, 3, 4], undefined],
	"from one": [[1, 2, 3, 4], undefined],
	mixed: [[0, 1, undefined, 3], undefined],
	"too few, without positions": [[undefined, undefined, undefined], undefined],
	"too many, without positions": [[undefined, undefined, undefined, undefined, undefined], undefined],
	none: [[], undefined],
	text: [["0", "1", "2", "3"], undefined],
	negative: [[0, 1, 2, -3], undefined],
	fractional: [[0, 1, 2, 2.5], undefined],
	huge: [[0, 1, 2, 1e300], undefined],
	"a name of a prototype": [[0, 1, 2, "__proto__"], undefined],
};
const orders = Object.entries(ORDERS).map(([name, [indexes, order]]) => ({ name, indexes, order }));
const withIndex = (index: unknown, item: object): object => (index === undefined ? item : { index, ...item });

describe("embeddings", () => {
	const data = (indexes: unknown[]) =>
		indexes.map((index, place) => withIndex(index, { object: "embedding", embedding: vectorOf(place) }));
	const providers = ALL_PROVIDERS.filter(({ tasks }) => tasks["feature-extraction"]).map(({ id }) => id);
	const openai = { endpointUrl: "https://e.test/v1/embeddings", accessToken: "k" };
	// This one answers with bare lists, which have no positions.
	const places: [string, object][] = [
		...providers.filter((id) => id !== "hf-inference").map((id): [string, object] => [id, { provider: id }]),
		["an endpoint of OpenAI's form", openai],
	];

	it("are tested at several providers", () => expect(places.length).toBeGreaterThan(5));

	describe.each(places)("of %s", (id, place) => {
		const ask = (reply: unknown, inputs: unknown = TEXTS) => {
			const { options } = serve({ "co/api/": mapping([id, "feature-extraction"]), "": Response.json(reply) });
			return featureExtraction(
				{ model: "org/model", accessToken: "hf_x", ...place, inputs: inputs as string[] },
				options,
			);
		};
		it.each(orders)("$name", async ({ indexes, order }) => {
			const asked = ask({ data: data(indexes) });
			if (order) expect(await asked).toEqual(order.map(vectorOf));
			else expect(await failure(asked)).toMatch(MALFORMED);
		});

		it("of one text are one", async () => {
			expect(await ask({ data: data([0]) }, "zero")).toEqual([vectorOf(0)]);
			expect(await ask({ data: data([undefined]) }, ["zero"])).toEqual([vectorOf(0)]);
			expect(await ask({ data: data([0]) }, [101, 102, 103])).toEqual([vectorOf(0)]);
			for (const indexes of [[], [1], [0, 1], [undefined, undefined]])
				for (const inputs of ["zero", ["zero"], [101, 102]])
					expect(await failure(ask({ data: data(indexes) }, inputs))).toMatch(MALFORMED);
		});
	});

	it("in parts are in order within each, and checked in each", async () => {
		const inputs = Array.from({ length: 6 }, (_, number) => `text ${number}`);
		const runWith = (spoil: (data: object[]) => object[]) => {
			const { options } = serve({
				"co/api/": mapping(["together", "feature-extraction"]),
				"": ({ body }) => {
					const { input } = body as { input: string[] };
					if (input.length > 4) return Response.json({ error: { message: "at most 4 inputs" } }, { status: 422 });
					const all = input.map((text, index) => ({ index, embedding: [Number(text.slice(5))] }));
					return Response.json({ data: spoil(all.reverse()) });
				},
			});
			return featureExtraction({ model: "org/model", provider: "together", accessToken: "hf_x", inputs }, options);
		};
		expect(await runWith((all) => all)).toEqual([[0], [1], [2], [3], [4], [5]]);
		expect(await failure(runWith((all) => (all.length < 4 ? all.slice(1) : all)))).toMatch(MALFORMED);
	});

	describe("without positions", () => {
		const ask = (reply: unknown, inputs: unknown) => {
			const { options } = serve({
				"co/api/": mapping(["hf-inference", "feature-extraction"]),
				"": Response.json(reply),
			});
			const args = { model: "org/model", provider: "hf-inference", accessToken: "hf_x", inputs: inputs as string[] };
			return featureExtraction(args as never, options);
		};
		it.each<[inputs: unknown, reply: unknown, isTaken: boolean]>([
			[["a", "b"], [[1], [2]], true],
			[["a", "b"], [[[1], [2]], [[3]]], true],
			[["a", "b"], [[1]], false],
			[["a", "b"], [[1], [2], [3]], false],
			[["a", "b"], [1, 2], false],
			[["a"], [[1, 2]], true],
			[["a"], [1, 2], true],
			[["a"], [[1], [2]], false],
			["a", [1, 2], true],
			["a", [[1], [2]], true],
		])("%j gets %j: %j", async (inputs, reply, isTaken) => {
			const asked = ask(reply, inputs);
			if (isTaken) expect(await asked).toEqual(reply);
			else expect(await failure(asked)).toMatch(/^ProviderOutputError: Received (a )?malformed response/);
		});
	});

	it.each(["sentence-similarity", "translation", "tabular-classification", "tabular-regression"] as const)(
		"and other numbers of results are checked: %s",
		async (task) => {
			const inputs = {
				"sentence-similarity": { source_sentence: "a", sentences: ["b", "c"] },
				translation: ["b", "c"],
				"tabular-classification": { data: { x: ["1", "2"], y: ["3", "4"] } },
				"tabular-regression": { data: { x: ["1", "2"] } },
			}[task];
			const ask = (count: number) => {
				const item = task === "translation" ? { translation_text: "x" } : 0.5;
				const reply = Response.json(Array.from({ length: count }, () => item));
				const { options } = serve({ "co/api/": mapping(["hf-inference", task]), "": reply });
				return run(task, { model: "org/model", provider: "hf-inference", accessToken: "hf_x", inputs }, options);
			};
			expect(await ask(2)).toHaveLength(2);
			for (const count of [1, 3]) expect(await failure(ask(count))).toMatch(MALFORMED);
		},
	);
});

describe("answers of a chat", () => {
	const chatting = ALL_PROVIDERS.filter(({ tasks }) => tasks.conversational).map(({ id }) => id);
	const target = (id: string) =>
		id === "openai" ? { model: "openai/m", accessToken: "sk_x" } : { model: "org/model", accessToken: "hf_x" };
	const ask = (id: string, reply: unknown, n: number | undefined) => {
		const { options } = serve({ "co/api/": mapping([id, "conversational"]), "": Response.json(reply) });
		const args = { ...target(id), provider: id, messages: [{ role: "user", content: "Hi" }], ...(n ? { n } : {}) };
		return chatCompletion(args as never, options);
	};
	const reply = (indexes: unknown[]) => ({
		id: "c",
		created: 1,
		model: "m",
		usage: null,
		choices: indexes.map((index, place) =>
			withIndex(index, { message: { role: "assistant", content: `${place}` }, finish_reason: "stop" }),
		),
	});
	const contents = ({ choices }: { choices: { message: { content?: string } }[] }) =>
		choices.map(({ message }) => Number(message.content));

	describe.each(chatting)("of %s", (id) => {
		it.each(orders)("$name", async ({ indexes, order }) => {
			const asked = ask(id, reply(indexes), 4);
			if (order) expect(contents((await asked) as never)).toEqual(order);
			else expect(await failure(asked)).toMatch(/^ProviderOutputError: /);
		});
	});

	it("whose number was not asked for are whole in themselves", async () => {
		expect(contents((await ask("together", reply([1, 0]), undefined)) as never)).toEqual([1, 0]);
		expect(await failure(ask("together", reply([1]), undefined))).toMatch(MALFORMED);
	});

	describe("with calls of tools", () => {
		const withCalls = (...calls: object[]) => ({
			...reply([]),
			choices: [{ index: 0, message: { role: "assistant", tool_calls: calls }, finish_reason: "tool_calls" }],
		});
		const call = (id: string, more: object = {}) => ({
			id,
			type: "function",
			function: { name: id, arguments: "{}" },
			...more,
		});
		it.each<[string, object[], string | undefined]>([
			["in order", [call("a"), call("b")], "ab"],
			["shuffled", [call("a", { index: 1 }), call("b", { index: 0 })], "ba"],
			["with a double index", [call("a", { index: 0 }), call("b", { index: 0 })], undefined],
			["with a foreign index", [call("a", { index: 0 }), call("b", { index: 2 })], undefined],
			["with a mixed index", [call("a", { index: 0 }), call("b")], undefined],
			["with a double id", [call("a"), call("a")], undefined],
			["without ids", [call(""), call("")], ""],
		])("%s", async (_, calls, ids) => {
			const asked = ask("together", withCalls(...calls), undefined) as Promise<{
				choices: { message: { tool_calls: { id: string }[] } }[];
			}>;
			if (ids === undefined) expect(await failure(asked)).toMatch(MALFORMED);
			else expect((await asked).choices[0]?.message.tool_calls.map(({ id }) => id).join("")).toBe(ids);
		});
	});
});

describe("streams", () => {
	const chunk = (choices: object[]) => `data: ${JSON.stringify({ id: "c", model: "m", created: 1, choices })}\n`;
	const piece = (index: unknown, content: string) => withIndex(index, { delta: { content } });
	const open = (chunks: object[][], more: object = {}) => {
		const { options } = serve({ "e.test": events(...chunks.map(chunk), "data: [DONE]\n", "") });
		const args = { endpointUrl: "https://e.test/v1", model: "m", messages: [{ role: "user", content: "Hi" }], ...more };
		return {
			chat: () => chatCompletionStream(args as never, options),
			text: () => textGenerationStream({ ...args, inputs: "Hi" } as never, options),
		};
	};

	it.each<[string, object[][], object, string[]]>([
		["in turns", [[piece(1, "b")], [piece(0, "a")], [piece(1, "B"), piece(0, "A")]], { n: 2 }, ["aA", "bB"]],
		["without positions", [[piece(undefined, "a")], [piece(undefined, "A")]], {}, ["aA"]],
		[
			"without positions, side by side",
			[
				[piece(null, "a"), piece(null, "b")],
				[piece(null, "A"), piece(null, "B")],
			],
			{ n: 2 },
			["aA", "bB"],
		],
		["with one answer that is numbered at first", [[piece(0, "a")], [piece(undefined, "A")]], { n: 1 }, ["aA"]],
	])("put answers together %s", async (_, chunks, more, texts) => {
		const { choices } = await open(chunks, more).chat().final();
		expect(choices.map(({ message }) => message.content)).toEqual(texts);
		expect(choices.map(({ index }) => index)).toEqual(texts.map((_, index) => index));
	});

	it.each<[string, object[][], object]>([
		["missing", [[piece(0, "a")], [piece(2, "b")]], {}],
		["missing at the beginning", [[piece(1, "a")]], {}],
		["missing, as n says", [[piece(0, "a")], [piece(1, "b")]], { n: 3 }],
		["foreign, as n says", [[piece(0, "a")], [piece(1, "b")]], { n: 1 }],
		["mixed", [[piece(0, "a")], [piece(1, "b")], [piece(undefined, "c")]], {}],
		...(["1", -1, 0.5, 1e9, "__proto__", true] as const).map((index): [string, object[][], object] => [
			JSON.stringify(index),
			[[piece(0, "a")], [piece(index, "b")]],
			{},
		]),
	])("refuse answers whose index is %s, in every way to read them", async (_, chunks, more) => {
		const stream = open(chunks, more);
		expect(await failure(stream.chat())).toMatch(MALFORMED);
		expect(await failure(stream.chat().final())).toMatch(MALFORMED);
		expect(await failure(stream.chat().text())).toMatch(MALFORMED);
		expect(await failure(new Response(stream.chat().toReadableStream()).text())).toMatch(MALFORMED);
		const [one, two] = stream.chat().tee();
		expect(await Promise.all([failure(one), failure(two)])).toEqual([
			expect.stringMatching(MALFORMED),
			expect.stringMatching(MALFORMED),
		]);
		expect(await failure(stream.text())).toMatch(MALFORMED);
	});

	it("of a text have the text of the first answer only", async () => {
		const chunks = [
			[{ index: 1, text: "x" }],
			[{ index: 0, text: "a" }],
			[{ index: 1, text: "y", finish_reason: "stop" }],
			[{ index: 0, text: "b", finish_reason: "stop" }],
		];
		const found: { token: { text: string }; generated_text: string | null }[] = [];
		for await (const event of open(chunks).text()) found.push(event as never);
		expect(found.map(({ token }) => token.text)).toEqual(["", "a", "", "b"]);
		expect(found.map(({ generated_text: text }) => text)).toEqual([null, null, null, "ab"]);
	});

	const calls = (...pieces: object[]) => [{ index: 0, delta: { tool_calls: pieces } }];
	const part = (index: unknown, id: string | undefined, name: string | undefined, args: string) =>
		withIndex(index, { ...(id ? { id } : {}), function: { ...(name ? { name } : {}), arguments: args } });

	it.each<[string, object[][], string[]]>([
		[
			"in order",
			[calls(part(0, "a", "f", "{")), calls(part(0, undefined, undefined, "}")), calls(part(1, "b", "g", "[]"))],
			["a f {}", "b g []"],
		],
		[
			"shuffled",
			[
				calls(part(2, "c", "h", "3")),
				calls(part(0, "a", "f", "{")),
				calls(part(1, "b", "g", "[]")),
				calls(part(0, undefined, undefined, "}")),
			],
			["a f {}", "b g []", "c h 3"],
		],
		["twice in a chunk", [calls(part(0, "a", "f", ""), part(0, undefined, undefined, "{}"))], ["a f {}"]],
		[
			"without numbers, by ids",
			[
				calls(part(undefined, "a", "f", "{")),
				calls(part(undefined, "b", "g", "[")),
				calls(part(undefined, "a", undefined, "}")),
				calls(part(undefined, "b", undefined, "]")),
			],
			["a f {}", "b g []"],
		],
		[
			"without numbers and ids, side by side",
			[
				calls(part(undefined, undefined, "f", "{"), part(undefined, undefined, "g", "[")),
				calls(part(undefined, undefined, undefined, "}"), part(undefined, undefined, undefined, "]")),
			],
			[" f {}", " g []"],
		],
		[
			"without numbers and ids, by names",
			[calls(part(undefined, undefined, "f", "{}")), calls(part(undefined, undefined, "g", "[]"))],
			[" f {}", " g []"],
		],
		[
			"with a number at first",
			[calls(part(0, "a", "f", "{")), calls(part(undefined, undefined, undefined, "}"))],
			["a f {}"],
		],
		[
			"all at index 0, each with its id",
			[
				calls(part(0, "a", "f", "{"), part(0, undefined, undefined, "}"), part(0, "b", "f", "")),
				calls(part(0, "b", "f", "[")),
				calls(part(0, undefined, undefined, "]")),
				calls(part(0, "c", "h", "3")),
			],
			["a f {}", "b f []", "c h 3"],
		],
	])("put calls of tools together: %s", async (_, chunks, expected) => {
		const { choices } = await open(chunks).chat().final();
		const found = choices[0]?.message.tool_calls ?? [];
		expect(found.map((call) => `${call.id} ${call.function.name} ${call.function.arguments}`)).toEqual(expected);
	});

	it.each<[string, object[][]]>([
		["missing", [calls(part(0, "a", "f", "{}")), calls(part(2, "c", "h", "{}"))]],
		["missing at the beginning", [calls(part(1, "a", "f", "{}"))]],
		["double, without a name", [calls(part(0, "a", "f", "{}")), calls(part(0, "b", undefined, "{}"))]],
		["double, and not 0", [calls(part(0, "a", "f", "1"), part(1, "b", "g", "2")), calls(part(1, "c", "h", "3"))]],
		["0 again after others", [calls(part(0, "a", "f", "1"), part(1, "b", "g", "2")), calls(part(0, "c", "h", "3"))]],
		["double and another", [calls(part(0, "a", "f", "1"), part(0, "b", "g", "2")), calls(part(1, "c", "h", "3"))]],
		[
			"double and that of an earlier id",
			[calls(part(0, "a", "f", "1"), part(0, "b", "g", "2"), part(0, "a", "f", "3"))],
		],
		[
			"mixed",
			[
				calls(part(0, "a", "f", "{}")),
				calls(part(1, "b", "g", "{}")),
				calls(part(undefined, undefined, undefined, "1")),
			],
		],
		["that of an id of another", [calls(part(0, "a", "f", "{}")), calls(part(1, "a", "g", "{}"))]],
		...(["0", -1, 1.5, 1e9, "__proto__"] as const).map((index): [string, object[][]] => [
			JSON.stringify(index),
			[calls(part(index, "a", "f", "{}"))],
		]),
	])("refuse calls of tools whose index is %s", async (_, chunks) => {
		expect(await failure(open(chunks).chat())).toMatch(MALFORMED);
		expect(await failure(open(chunks).chat().final())).toMatch(MALFORMED);
	});
});

/** Lists of objects in the answers of a fixture: path and items. `hf-inference` has lists without positions only. */
function findLists(value: unknown, path: string[] = []): { path: string[]; items: object[] }[] {
	if (value === null || typeof value !== "object") return [];
	const isList =
		Array.isArray(value) &&
		value.length > 0 &&
		value.every((item) => item !== null && typeof item === "object" && !Array.isArray(item));
	const below = Object.entries(value).flatMap(([name, member]) => findLists(member, [...path, name]));
	return isList ? [{ path, items: value as object[] }, ...below] : below;
}
function replaceAt(value: unknown, path: readonly string[], list: object[]): unknown {
	const [name, ...rest] = path;
	if (name === undefined) return list;
	const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
	Object.assign(copy, { [name]: replaceAt((value as Record<string, unknown>)[name], rest, list) });
	return copy;
}

const cases = [...fixtures]
	.filter(([name]) => name.endsWith(".basic.json") && !name.startsWith("hf-inference/"))
	.flatMap(([name, fixture]) =>
		fixture.replies.flatMap((reply, step) =>
			findLists(reply.json).map(({ path, items }): [string, WireFixture, number, string[], object[]] => [
				`${name} ${path.join(".")}`,
				fixture,
				step,
				path,
				items,
			]),
		),
	);

describe("a list in the answer of any provider", () => {
	it("is found at most providers", () => {
		expect(new Set(cases.map(([, { provider }]) => provider)).size).toBeGreaterThan(20);
	});

	it.each(cases)("%s", async (_, fixture, step, path, items) => {
		const key = /^(segments|chunks)$/.test(path.at(-1) ?? "") ? "id" : "index";
		const run = (list: object[]) => {
			const reply = {
				...fixture.replies[step],
				json: replaceAt(fixture.replies[step]?.json, path, list),
			} as CannedReply;
			return replay(library, fixture, { answer: (at) => (at === step ? buildResponse(reply) : undefined) });
		};
		const numbered = items.map((item, index) => ({ ...item, [key]: index }));
		const [first, ...rest] = numbered;
		// One result is taken of a list of images or texts; the number of vectors is known, and segments have times.
		const isOne = fixture.task !== "feature-extraction" && key === "index";
		const decoys = isOne
			? [
					{
						...first,
						[key]: numbered.length,
						url: "https://files.test/decoy",
						b64_json: "ZGVjb3k=",
						text: "decoy",
						image: "ZGVjb3k=",
					},
				]
			: [];
		const { result, error } = await run([...decoys, ...rest.reverse(), first as object]);
		expect(error).toBeUndefined();
		if (fixture.task === "conversational")
			expect((result as { json: { choices: unknown[] } }).json.choices[0]).toEqual(
				(fixture.result as { json: { choices: unknown[] } }).json.choices[0],
			);
		else expect(result).toEqual(fixture.result);
		for (const spoiled of [
			[...numbered, first as object],
			[...numbered, { ...first, [key]: numbered.length + 1 }],
			[{ ...first, [key]: "0" }, ...rest],
			[{ ...first, [key]: -1 }, ...rest],
			[...items.map((item) => ({ ...item, [key]: undefined })), { ...first, [key]: 1 }],
		]) {
			const outcome = await run(spoiled);
			expect({ spoiled, name: outcome.error?.name }).toEqual({ spoiled, name: "ProviderOutputError" });
		}
	});
});

it("names of segments must differ, and say nothing about their order", async () => {
	const fixture = fixtures.get("together/automatic-speech-recognition.basic.json");
	if (!fixture) throw new Error("no fixture");
	const run = (...ids: unknown[]) => {
		const segments = ids.map((id, place) => ({ id, text: `${place}`, start: place, end: place + 1 }));
		return replay(library, fixture, { answer: () => Response.json({ text: "t", segments }) });
	};
	const texts = async (...ids: unknown[]) => {
		const { result } = (await run(...ids)) as { result?: { json: { chunks: { text: string }[] } } };
		return result?.json.chunks.map(({ text }) => text).join("");
	};
	expect(await texts("seg_b", "seg_a")).toBe("01");
	expect(await texts(2, 3, 1)).toBe("201");
	expect(await texts(1, 2, 0)).toBe("201");
	for (const ids of [
		["seg_a", "seg_a"],
		["seg_a", 0],
		["seg_a", undefined],
		[0, 2],
		[2, 3],
		["1", "0"],
		[0, 0],
	])
		expect((await run(...ids)).error).toMatchObject({ name: "ProviderOutputError", reason: "malformed" });
});

it("no adapter takes an item of a list by its place, past its position", () => {
	const root = fileURLToPath(new URL("../../src/", import.meta.url));
	const found = ["inference", "gateway", "exchange", "batch", "tools"].flatMap((folder) =>
		readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".ts"))
			.flatMap((name) => {
				const text = readFileSync(`${root}${folder}/${name}`, "utf8");
				return [...text.matchAll(/getPath\([^;]*?, \d+\b[^;]*?\)/g)].map(([code]) => `${folder}/${name}: ${code}`);
			}),
	);
	// Times of a segment, and the log probabilities of one token, are pairs and lists of one.
	const allowed = /"timestamp", [01]\)|"token_logprobs", 0\)|"content", 0, "logprob"\)/;
	expect(found.filter((code) => !allowed.test(code))).toEqual([]);
});
