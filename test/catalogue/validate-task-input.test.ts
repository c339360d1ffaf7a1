import { describe, expect, it } from "vitest";
import { type Problem, validateTaskInput } from "../../src/tasks.ts";

const image = new Blob(["bytes"], { type: "image/png" });
const user = { role: "user", content: "Hello" };
const call = { id: "1", type: "function", function: { name: "f", arguments: "{}" } };

/** Problems as `path: message`, errors first. */
async function check(task: string, input: unknown): Promise<string[]> {
	const { errors, warnings } = await validateTaskInput(task, input);
	const print = (level: string) => (problem: Problem) => `${level} ${problem.message}`;
	return [...errors.map(print("error")), ...warnings.map(print("warning"))];
}

describe("valid inputs", () => {
	it.each<[string, unknown]>([
		["text-to-image", { inputs: "a cat", parameters: { width: 512, guidance_scale: 7.5, seed: 0 } }],
		["text-to-image", { inputs: "a cat", parameters: { width: undefined } }],
		["text-to-image", { inputs: "a cat", model: "a/b", provider: "together", accessToken: "x", endpointUrl: "y" }],
		["conversational", { messages: [user], temperature: null, max_tokens: 5 }],
		["chat-completion", { messages: [user], tool_choice: { type: "function", function: { name: "f" } } }],
		["chat", { messages: [user], stop: "END", logit_bias: { "50256": -100 } }],
		["chat", { messages: [user], stop: ["END"], logit_bias: null }],
		["text-generation", { messages: [user], stream: true, stop: "END" }],
		["image-text-to-text", { messages: [user] }],
		["chat", { messages: [{ role: "assistant", content: null, tool_calls: [call] }] }],
		["chat", { messages: [user, { role: "tool", tool_call_id: "1", content: "42" }] }],
		["chat", { messages: [user], response_format: { type: "json_schema", json_schema: { name: "x", schema: {} } } }],
		["chat", { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "https://a.test" } }] }] }],
		["feature-extraction", { inputs: ["a", "b"], truncation_direction: "left" }],
		["feature-extraction", { inputs: "a", truncation_direction: "Left", prompt_name: null }],
		["feature-extraction", { inputs: "a", encoding_format: "base64", dimensions: 256 }],
		["translation", { inputs: ["one", "two"] }],
		["zero-shot-classification", { inputs: ["one"], parameters: { candidate_labels: ["a"], multi_label: true } }],
		["table-question-answering", { inputs: { query: "How many?", table: { stars: ["1"] } } }],
		["table-question-answering", { inputs: { question: "How many?", table: { stars: ["1"] } } }],
		["image-classification", { inputs: image, parameters: { top_k: 3 } }],
		["image-classification", { inputs: new ArrayBuffer(3) }],
		["image-classification", { inputs: new Uint8Array(3) }],
		["image-classification", { inputs: "https://a.test/cat.png" }],
		["image-classification", { inputs: new URL("https://a.test/cat.png") }],
		["image-classification", { inputs: "data:image/png;base64,AAAA" }],
		["image-classification", { inputs: "iVBORw0KGgo=" }],
		["image-classification", { data: image }],
		["image-to-text", { inputs: image }],
		["image-text-to-image", { parameters: { prompt: "a cat" } }],
		["visual-question-answering", { inputs: { image, question: "What?" } }],
		[
			"document-question-answering",
			{ inputs: { image, question: "?" }, parameters: { word_boxes: ["a", [1, 2, 3, 4]] } },
		],
		[
			"automatic-speech-recognition",
			{ inputs: image, parameters: { generation_parameters: { early_stopping: true } } },
		],
		[
			"automatic-speech-recognition",
			{ inputs: image, parameters: { generation_parameters: { early_stopping: "never" } } },
		],
		["token-classification", { inputs: "a", parameters: { aggregation_strategy: "simple" } }],
		["summarization", { inputs: "a", parameters: { generate_parameters: { anything: 1 } } }],
		["text-generation", { inputs: "a", parameters: { grammar: { type: "regex", value: "\\d+" }, seed: null } }],
		["depth-estimation", { inputs: image }],
		["image-to-3d", { anything: "goes where no schema says otherwise" }],
	])("accepts %s %o", async (task, input) => {
		expect(await check(task, input)).toEqual([]);
	});
});

describe("errors", () => {
	it.each<[string, unknown, string[]]>([
		["text-to-image", { inputs: 3 }, ['"inputs" must be a string, not 3.']],
		["text-to-image", {}, ['"inputs" is missing; it must be a string.']],
		["text-to-image", null, ["The input must be an object with inputs, not null."]],
		["text-to-image", "a cat", ['The input must be an object with inputs, not "a cat".']],
		["text-to-image", { inputs: "a", parameters: [] }, ['"parameters" must be an object, not a list.']],
		[
			"text-to-image",
			{ inputs: "a", parameters: { width: "512", num_inference_steps: 2.5, guidance_scale: Number.NaN } },
			[
				'"parameters.width" must be an integer, not "512".',
				'"parameters.num_inference_steps" must be an integer, not 2.5.',
				'"parameters.guidance_scale" must be a number, not NaN.',
			],
		],
		["zero-shot", { inputs: "a" }, ['"parameters.candidate_labels" is missing; it must be a list of strings.']],
		[
			"zero-shot",
			{ inputs: "a", parameters: { candidate_labels: ["a", 1] } },
			['"parameters.candidate_labels[1]" must be a string, not 1.'],
		],
		[
			"summarize",
			{ inputs: "a", parameters: { clean_up_tokenization_spaces: "yes" } },
			['"parameters.clean_up_tokenization_spaces" must be true or false, not "yes".'],
		],
		["qa", { inputs: "a" }, ['"inputs" must be an object with question and context, not "a".']],
		["qa", { inputs: { question: "a" } }, ['"inputs.context" is missing; it must be a string.']],
		[
			"table-qa",
			{ inputs: { query: "a", table: { stars: [1] } } },
			['"inputs.table.stars[0]" must be a string, not 1.'],
		],
		["asr", { inputs: "sample.flac" }, ['"inputs" must be binary data, base64 text or a URL, not "sample.flac".']],
		["asr", { inputs: { path: "a" } }, ['"inputs" must be binary data, base64 text or a URL, not an object.']],
		[
			"vqa",
			{ inputs: { image: 3, question: "a" } },
			['"inputs.image" must be binary data, base64 text or a URL, not 3.'],
		],
		[
			"docqa",
			{ inputs: { image, question: "?" }, parameters: { word_boxes: ["a", [1, 2]] } },
			['"parameters.word_boxes[1]" must be a string or a list of numbers, not a list.'],
		],
		[
			"table-qa",
			{ inputs: { query: "a", table: {} }, parameters: { padding: "longst" } },
			['"parameters.padding" must be "do_not_pad", "longest" or "max_length", not "longst".'],
		],
		[
			"embed",
			{ inputs: "a", truncation_direction: "up" },
			['"truncation_direction" must be "left" or "right", not "up".'],
		],
		[
			"text-generation",
			{ inputs: "a", parameters: { grammar: { type: "regex", value: 1 } } },
			['"parameters.grammar.value" must be a string, not 1.'],
		],
		[
			"text-generation",
			{ inputs: "a", parameters: { grammar: { type: "bnf", value: 1 } } },
			['"parameters.grammar.type" must be "json", "regex" or "json_schema", not "bnf".'],
		],
		["chat", {}, ['"messages" is missing; it must be a list of objects.']],
		[
			"chat",
			{ messages: [user, "Hi"] },
			['"messages[1]" must be an object with content or an object with tool_calls, not "Hi".'],
		],
		["chat", { messages: [{ content: "Hi" }] }, ['"messages[0].role" is missing; it must be a string.']],
		[
			"chat",
			{ messages: [{ role: "user", content: 3 }] },
			['"messages[0].content" must be a string or a list of objects, not 3.'],
		],
		[
			"chat",
			{ messages: [{ role: "user", content: [{ type: "text" }] }] },
			['"messages[0].content[0].text" is missing; it must be a string.'],
		],
		["chat", { messages: [user], stop: 3 }, ['"stop" must be a string or a list of strings, not 3.']],
		[
			"chat",
			{ messages: [user], logit_bias: { "50256": "never" } },
			['"logit_bias.50256" must be a number, not "never".'],
		],
		["chat", { messages: [user], temperature: "hot" }, ['"temperature" must be a number, not "hot".']],
		[
			"chat",
			{ messages: [user], response_format: { type: "json_schema" } },
			['"response_format.json_schema.name" is missing; it must be a string.'],
		],
		[
			"chat",
			{ messages: [user], response_format: "json" },
			['"response_format" must be an object whose type is "text", "json_schema" or "json_object", not "json".'],
		],
		[
			"chat",
			{ messages: [user], tool_choice: "sometimes" },
			['"tool_choice" must be "auto", "none", "required" or an object with function, not "sometimes".'],
		],
		["text-to-imgae", {}, ['Unknown task "text-to-imgae"; did you mean "text-to-image"?']],
		["xyzzy", {}, ['Unknown task "xyzzy".']],
	])("refuses %s %o", async (task, input, messages) => {
		expect(await check(task, input)).toEqual(messages.map((message) => `error ${message}`));
	});
});

describe("warnings", () => {
	it.each<[string, unknown, string[]]>([
		[
			"t2i",
			{ inputs: "a", parameters: { seeed: 1 } },
			['Unknown parameter "parameters.seeed"; did you mean "parameters.seed"?'],
		],
		[
			"t2i",
			{ inputs: "a", parameters: { guidanceScale: 1, num_steps: 2, style: "noir" } },
			[
				'Unknown parameter "parameters.guidanceScale"; did you mean "parameters.guidance_scale"?',
				'Unknown parameter "parameters.num_steps"; did you mean "parameters.num_inference_steps"?',
				'Unknown parameter "parameters.style".',
			],
		],
		[
			"text-generation",
			{ inputs: "a", temperature: 1 },
			['Unknown parameter "temperature"; did you mean "parameters.temperature"?'],
		],
		[
			"text-generation",
			{ inputs: "a", parameters: { max_tokens: 5 } },
			['Unknown parameter "parameters.max_tokens"; did you mean "parameters.max_new_tokens"?'],
		],
		["chat", { messages: [user], max_token: 5 }, ['Unknown parameter "max_token"; did you mean "max_tokens"?']],
		[
			"asr",
			{ inputs: image, parameters: { generation_parameters: { num_beam: 1 } } },
			[
				'Unknown parameter "parameters.generation_parameters.num_beam"; did you mean "parameters.generation_parameters.num_beams"?',
			],
		],
		[
			"text-generation",
			{ inputs: "a", parameters: { top_p: 2, temperature: 0, max_new_tokens: -1 } },
			[
				'"parameters.top_p" should be at most 1, not 2.',
				'"parameters.temperature" should be above 0, not 0.',
				'"parameters.max_new_tokens" should be at least 0, not -1.',
			],
		],
		[
			"text-generation",
			{ inputs: "a", parameters: { stop: ["1", "2", "3", "4", "5"] } },
			['"parameters.stop" should have at most 4 items, not 5.'],
		],
		[
			"chat",
			{ messages: [{ role: "user", content: [{ type: "input_audio", input_audio: {} }] }] },
			['"messages[0].content[0].type" should be "text" or "image_url", not "input_audio".'],
		],
		[
			"embed",
			{ inputs: "a", parameters: { normalize: true } },
			['Unknown parameter "parameters.normalize"; did you mean "normalize"?'],
		],
		[
			"chat",
			{ messages: [user], parameters: { temperature: 1, top_p: 1 } },
			[
				'Unknown parameter "parameters.temperature"; did you mean "temperature"?',
				'Unknown parameter "parameters.top_p"; did you mean "top_p"?',
			],
		],
		["depth-estimation", { inputs: image, parameters: { size: 1 } }, ['Unknown parameter "parameters.size".']],
		// Parameters that only some providers have are known, of their tasks.
		[
			"image-text-to-video",
			{ parameters: { duration: 5, resolution: "2K", ratio: "1:1", image_url: image, images: [image], length: 5 } },
			['Unknown parameter "parameters.length".'],
		],
		["image-to-video", { inputs: image, parameters: { image_url: image, images: [image] } }, []],
		["image-to-video", { inputs: image, parameters: { duration: 5 } }, ['Unknown parameter "parameters.duration".']],
		["image-segmentation", { inputs: image, parameters: { image_url: image } }, []],
		["image-to-image", { inputs: image, parameters: { images: [image] } }, []],
		["image-text-to-image", { parameters: { images: [image] } }, []],
	])("warns about %s %o", async (task, input, messages) => {
		expect(await check(task, input)).toEqual(messages.map((message) => `warning ${message}`));
	});
});

it("separates path, expected type and suggestion", async () => {
	const input = { inputs: { query: "a", table: {} }, parameters: { padding: "longst", sequentail: true } };
	const { errors, warnings } = await validateTaskInput("table-qa", input);
	expect(errors).toMatchObject([
		{
			path: "parameters.padding",
			expected: '"do_not_pad", "longest" or "max_length"',
			suggestion: "longest",
		},
	]);
	expect(warnings).toMatchObject([{ path: "parameters.sequentail", suggestion: "parameters.sequential" }]);
});

it("suggests a value even if each has its own schema", async () => {
	const { errors } = await validateTaskInput("ner", { inputs: "a", parameters: { aggregation_strategy: "Simple" } });
	expect(errors).toMatchObject([{ path: "parameters.aggregation_strategy", suggestion: "simple" }]);
});

it("does not change the input", async () => {
	const input = Object.freeze({ inputs: "a", parameters: Object.freeze({ width: "1" }) });
	await validateTaskInput("t2i", input);
	expect(input).toEqual({ inputs: "a", parameters: { width: "1" } });
});
