import { describe, expect, it } from "vitest";
import { SIGNATURES } from "../../src/catalogue/signatures.ts";
import { loadTaskParameters } from "../../src/catalogue/task-parameters.ts";
import { decidedBy, describeLeftOut, readCallerFields, readCallerInput } from "../../src/inference/caller-input.ts";
import type { InferenceTask } from "../../src/inference/index.ts";

const tasks = Object.keys(SIGNATURES) as InferenceTask[];

describe("the input of a caller", () => {
	it.each(tasks)("takes every parameter that the schema of %s has", async (task) => {
		const parameters = await loadTaskParameters(task);
		const names = parameters.map(({ name }) => name);
		const isNested = parameters.some(({ path }) => path.startsWith("parameters."));
		const given = Object.fromEntries(names.map((name) => [name, { kept: true }]));
		const whole = isNested ? { inputs: "x", parameters: given } : given;
		expect(readCallerInput(task, whole)).toEqual({ fields: whole, leftOut: [], refused: [] });
	});

	it.each([
		"accessToken access_token ACCESS-TOKEN endpointUrl endpoint_url hubUrl routerUrl router_url provider model",
		"models modelName fallbacks api_base apiKey base_url webhook callback_url service_tier extra_headers",
		"includeCredentials onResponse storeFile retry_on_error maxRetries outputType signal wire",
		"toString valueOf hasOwnProperty inputs parameters messages",
	])("leaves out %s", (names) => {
		for (const name of names.split(" ")) {
			expect(readCallerFields({ [name]: 1, top_a: 0.5 }, [])).toEqual({
				fields: { top_a: 0.5 },
				leftOut: [name],
				refused: [],
			});
		}
	});

	it.each(["data", "DATA", "headers", "fetch", "billTo", "bill_to", "__proto__", "constructor", "prototype"])(
		"refuses %s, also among the parameters",
		(name) => {
			const given = JSON.parse(`{"inputs":"x","${name}":{"a":1},"parameters":{"${name}":{"a":1},"top_k":3}}`);
			const read = readCallerInput("fill-mask", given);
			expect(read.fields).toEqual({ inputs: "x", parameters: { top_k: 3 } });
			expect(Object.getPrototypeOf(read.fields)).toBe(Object.prototype);
			expect(read.refused).toEqual([name, `parameters.${name}`]);
		},
	);

	it("leaves out what is not written like a name, and no object of parameters that is whole is copied", () => {
		const parameters = { seed: 1 };
		const read = readCallerInput("text-to-image", { inputs: "x", parameters, "a b": 1, é: 1, "": 1, _x: 1 });
		expect(read.leftOut).toEqual(["a b", "é", "", "_x"]);
		expect(read.fields.parameters).toBe(parameters);
	});

	it("leaves out the other names of what the call has decided", () => {
		const decided = decidedBy(["max_new_tokens", "seed"]);
		const given = { messages: [], max_tokens: 9, max_completion_tokens: 9, n: 3, seed: 4, stream: true };
		const { fields, leftOut, refused } = readCallerInput("conversational", given, decided);
		// The call's own value replaces that of the same name.
		expect(fields).toEqual({ messages: [], n: 3, seed: 4 });
		expect(leftOut.map((text) => text.split(" ")[0])).toEqual(["max_tokens", "max_completion_tokens", "stream"]);
		expect(refused).toEqual([]);
	});

	it("judges the same name again the same way, however many there are", () => {
		const names = Array.from({ length: 3000 }, (_, index) => `p${index}`);
		const many = Object.fromEntries(names.map((name) => [name, 1]));
		for (let turn = 0; turn < 2; turn++) {
			expect(Object.keys(readCallerFields({ ...many, data: 1 }, []).fields)).toHaveLength(3000);
			expect(readCallerFields({ data: 1 }, []).refused).toEqual(["data"]);
		}
	});
});

it("takes an object of a great many names", () => {
	const parameters = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`_${index}`, 1]));
	expect(readCallerInput("fill-mask", { inputs: "x", parameters }).leftOut).toHaveLength(200_000);
});

it("names what was left out in printable characters, and not too much of it", () => {
	expect(describeLeftOut("rows", [])).toBeUndefined();
	const names = ["a\u001b[2J\nb", "x".repeat(200), ...Array.from({ length: 20 }, (_, index) => `n${index}`), "n1"];
	const notice = describeLeftOut("rows", names) ?? "";
	expect(notice).toMatch(/^[ -~]+$/);
	expect(notice).toContain("a?[2J?b");
	expect(notice).toContain("and 10 more.");
	expect(notice.length).toBeLessThan(400);
});
