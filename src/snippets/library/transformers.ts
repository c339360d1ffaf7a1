import type { ModelData } from "../../catalogue/index.ts";
import { hasChatTemplate, hasTag } from "../model.ts";
import pipelines from "./data/transformers-pipelines.json" with { type: "json" };
import { findImportName, readClassName } from "./python-names.ts";
import { CANDY, type Code, code, commaList, js, lines, PARROTS, python } from "./snippet.ts";

const PIPELINE_TASKS: ReadonlySet<string> = new Set(pipelines);

const TEXT_MESSAGES = python`
	messages = [
	    {"role": "user", "content": "Who are you?"},
	]
`;

const IMAGE_MESSAGES = python`
	messages = [
	    {
	        "role": "user",
	        "content": [
	            {"type": "image", "url": ${CANDY}},
	            {"type": "text", "text": "Which animal is on the candy?"},
	        ],
	    },
	]
`;

/** A class that loads models in place of those of transformers. */
export interface Loader {
	import: Code;
	load(loadArguments: Code): Code;
}

/** Returns how a pipeline does the work, where there is one, and how the model itself is loaded. */
export function transformers(model: ModelData, loader?: Loader): Code[] {
	const { pipeline_tag: task, transformersInfo } = model;
	const className = readClassName(transformersInfo?.auto_model);
	if (!className) return [python`${lines(loader?.import, code("# ⚠️ Type of model unknown"))}`];

	const id = python`${model.id}`;
	const trusted = commaList(id, readTrust(model));
	const processorClass = readClassName(transformersInfo?.processor);
	const processor =
		processorClass === undefined ? undefined : { class: code(processorClass), name: nameProcessor(processorClass) };
	const loadArguments = commaList(trusted, python`device_map="auto"`);
	const names = commaList(importOf(processorClass), loader ? undefined : importOf(className));
	const chats = processor && hasTag(model, "conversational") && hasChatTemplate(model);
	const chat = chats ? chatWith(model, processor.name) : undefined;
	const loadDirectly = python`${lines(
		loader?.import ?? code("# Load the model itself"),
		names.content ? python`from transformers import ${names}` : undefined,
		code(""),
		processor && python`${processor.name} = ${processor.class}.from_pretrained(${trusted})`,
		python`model = ${loader?.load(loadArguments) ?? python`${code(className)}.from_pretrained(${loadArguments})`}`,
		chat && code(""),
		chat,
	)}`;
	if (!task || !PIPELINE_TASKS.has(task)) return [loadDirectly];

	const run = choosePipelineRun(model);
	const loadPipeline = python`${lines(
		loader?.import ?? lines(code("# Let a pipeline do the work"), code("from transformers import pipeline")),
		code(""),
		python`pipe = ${loader?.load(id) ?? python`pipeline(${commaList(python`${task}, model=${id}`, readTrust(model))})`}`,
		run && code(""),
		run,
	)}`;
	return [loadPipeline.named("pipeline"), loadDirectly.named("model")];
}

function importOf(className: string | undefined): Code | undefined {
	return className === undefined ? undefined : code(findImportName(className));
}

function choosePipelineRun(model: ModelData): Code | undefined {
	if (hasTag(model, "conversational"))
		return hasTag(model, "image-text-to-text")
			? lines(IMAGE_MESSAGES, python`pipe(text=messages)`)
			: lines(TEXT_MESSAGES, python`pipe(messages)`);
	if (model.pipeline_tag === "zero-shot-image-classification")
		return python`
			pipe(
			    ${PARROTS},
			    candidate_labels=["animals", "humans", "landscape"],
			)
		`;
	if (model.pipeline_tag === "image-classification") return python`pipe(${PARROTS})`;
	return undefined;
}

function nameProcessor(className: string): Code {
	if (className === "AutoTokenizer") return code("tokenizer");
	return code(className === "AutoFeatureExtractor" ? "extractor" : "processor");
}

function chatWith(model: ModelData, processor: Code): Code {
	return python`
		${hasTag(model, "image-text-to-text") ? IMAGE_MESSAGES : TEXT_MESSAGES}
		inputs = ${processor}.apply_chat_template(
		    messages,
		    add_generation_prompt=True,
		    tokenize=True,
		    return_dict=True,
		    return_tensors="pt",
		).to(model.device)

		outputs = model.generate(**inputs, max_new_tokens=40)
		print(${processor}.decode(outputs[0][inputs["input_ids"].shape[-1]:]))
	`;
}

/** Permission to run the repository's own code, if the model needs it. */
export function readTrust(model: ModelData): Code | undefined {
	return hasTag(model, "custom_code") ? python`trust_remote_code=True` : undefined;
}

export function transformersJs({ id, pipeline_tag: task }: ModelData): Code {
	if (!task) return js`// ⚠️ Unknown pipeline tag`;
	return js`
		// npm i @huggingface/transformers
		import { pipeline } from "@huggingface/transformers";

		const pipe = await pipeline(${task}, ${id});
	`;
}
