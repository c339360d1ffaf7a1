/**
 * Turns the task schemas into the TypeScript declarations of `src/inference/io/`.
 *
 *     npx tsx scripts/generate-task-types.ts
 *
 * Chat is left out: its types are written by hand, in `src/inference/io/chat.ts`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadTaskSchemas, type Schema } from "../src/catalogue/schemas.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = "src/inference/io";

/** Which tasks a file holds; what several tasks use, and what says nothing by itself, goes to `definitions.ts`. */
const FILES = {
	media: [
		"audio-classification",
		"automatic-speech-recognition",
		"text-to-speech",
		"text-to-audio",
		"image-classification",
		"image-segmentation",
		"image-to-image",
		"image-to-text",
		"object-detection",
		"text-to-image",
		"zero-shot-image-classification",
		"document-question-answering",
		"image-text-to-image",
		"image-text-to-video",
		"visual-question-answering",
		"image-to-video",
		"text-to-video",
	],
	/** Tasks that no function does: `modelhub/tasks` has their types, `modelhub` has not. */
	uncalled: ["depth-estimation", "video-classification", "zero-shot-object-detection"],
	text: [
		"feature-extraction",
		"fill-mask",
		"question-answering",
		"sentence-similarity",
		"summarization",
		"table-question-answering",
		"text-classification",
		"text-generation",
		"token-classification",
		"translation",
		"zero-shot-classification",
	],
} as const;

/** Comments of types that are part of a document; those of parameters and elements are derived from the name. */
const COMMENTS: Readonly<Record<string, string>> = {
	AutomaticSpeechRecognitionOutputChunk: "A segment of a recording, with its text.",
	BoundingBox: "A box around an object, in pixels from the top left corner.",
	ClassificationOutputTransform: "How raw scores become the ones returned.",
	DocumentQuestionAnsweringInputData: "A document and a question about it.",
	EarlyStoppingUnion: "When a beam search stops.",
	FeatureExtractionInputs: "One text, or several.",
	FeatureExtractionInputTruncationDirection: "Which end of a text that is too long is cut off.",
	GenerationParameters: "Parameters of the generated text.",
	ImageSegmentationSubtask: "The kind of segmentation.",
	Padding: "How inputs are padded to the same length.",
	QuestionAnsweringInputData: "A question and the text that contains its answer.",
	SentenceSimilarityInputData: "A sentence and the sentences it is compared with.",
	SummarizationTruncationStrategy: "How input that is too long is truncated.",
	TableQuestionAnsweringInputData: "A table and a question about it.",
	TargetSize: "Size of the result, in pixels.",
	TextGenerationInputGenerateParameters: "Parameters of `text-generation`.",
	TextGenerationInputGrammarType: "The grammar that the generated text has to follow.",
	TextGenerationInputJsonSchemaConfig: "A JSON schema that the generated text has to follow.",
	TextGenerationOutputBestOfSequence: "One of several generated sequences.",
	TextGenerationOutputDetails: "How a text was generated: its tokens, the seed, and why it ended.",
	TextGenerationOutputFinishReason: "Why the generation ended.",
	TextGenerationOutputPrefillToken: "A token of the prompt.",
	TextGenerationOutputToken: "A generated token.",
	TextGenerationStreamOutputFinishReason: "Why the generation ended.",
	TextGenerationStreamOutputStreamDetails: "How the generation ended; it comes with the last token.",
	TextGenerationStreamOutputToken: "The token of one chunk of a stream.",
	TokenClassificationAggregationStrategy: "How neighboring tokens become one entity.",
	TranslationTruncationStrategy: "How input that is too long is truncated.",
	VisualQuestionAnsweringInputData: "An image and a question about it.",
	WordBox: "A word of a document, or its position on the page.",
};

/**
 * Members that several interfaces share. An interface with all of a base's members, word for word, extends it; `of` is one
 * that has them. Each base takes what the ones before it left.
 */
const BASES: Readonly<Record<string, { comment: string; of: string; members: readonly string[] }>> = {
	DetectedObject: {
		comment: "An object found in an image.",
		of: "ObjectDetectionOutputElement",
		members: ["label", "score", "box"],
	},
	ScoredLabel: {
		comment: "A class and its probability.",
		of: "ImageClassificationOutputElement",
		members: ["label", "score"],
	},
	ExtractedAnswer: {
		comment: "An answer found in a text.",
		of: "QuestionAnsweringOutputElement",
		members: ["answer", "score", "start", "end"],
	},
	ClassificationParameters: {
		comment: "Parameters of tasks that classify.",
		of: "ImageClassificationParameters",
		members: ["function_to_apply", "top_k"],
	},
	DiffusionParameters: {
		comment: "Parameters of tasks that generate images or videos.",
		of: "TextToImageParameters",
		members: ["guidance_scale", "negative_prompt", "num_inference_steps"],
	},
	VideoParameters: {
		comment: "Parameters of tasks that generate videos.",
		of: "TextToVideoParameters",
		members: ["num_frames", "seed"],
	},
	Generating: {
		comment: "Parameters of tasks whose models generate tokens.",
		of: "TextToSpeechParameters",
		members: ["generation_parameters"],
	},
	ReadingParameters: {
		comment: "Parameters of tasks that find answers in a text.",
		of: "QuestionAnsweringParameters",
		members: ["doc_stride", "handle_impossible_answer", "max_answer_len", "max_question_len", "max_seq_len", "top_k"],
	},
	TextToken: {
		comment: "A token of a text.",
		of: "TextGenerationOutputPrefillToken",
		members: ["id", "logprob", "text"],
	},
};
/** Exported interfaces that have all members of another one extend it. */
const PARENTS = [
	"ImageToImageParameters",
	"ImageToVideoOutput",
	"ImageToVideoParameters",
	"TextGenerationOutputBestOfSequence",
	"TextGenerationOutputToken",
];
/** The base of all interfaces, and those of inputs, with the members that they replace. */
const GENERAL_BASES = `/** An object that may have other members too. */
export interface Extensible {
[property: string]: unknown;
}

/** Input of a task, besides the input itself. */
export interface TaskInput<Parameters> extends Extensible {
/** Options of the task. */
parameters?: Parameters;
}

/** Input of a task: what it works on, and its options. */
export interface InputOf<Inputs, Parameters> extends TaskInput<Parameters> {
/** What the task works on. */
inputs: Inputs;
}`;
const PARAMETERS = /^\/\*\* Options of the task\. \*\/\nparameters(\??): (.+);$/;
const INPUTS = /^\/\*\* (.+)\. \*\/\ninputs(\??): (.+);$/;

/** Every object may have other members too. */
const OPEN = "[property: string]: unknown;";

const HEADER = "// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.\n\n";

interface Declaration {
	text: string;
	tasks: Set<string>;
	/** Name → text of the members of an interface; undefined for other types. */
	members?: ReadonlyMap<string, string>;
}

const { tasks: schemas, common } = await loadTaskSchemas();
/** The names the package exports, by task. */
const typeNames = Object.values(
	JSON.parse(readFileSync(new URL("task-type-names.json", import.meta.url), "utf8")) as Record<string, string[]>,
).flat();
const declarations = new Map<string, Declaration>();

/** The position of a node: task, document, property and depth. */
interface Place {
	task: string;
	document: Schema;
	property?: string;
	depth: number;
}

function declare(name: string, place: Place, text: string, members?: ReadonlyMap<string, string>): string {
	const known = declarations.get(name);
	if (known && known.text !== text) throw new Error(`${name} has two meanings:\n${known.text}\n${text}`);
	const tasks = new Set([...(known?.tasks ?? []), place.task]);
	declarations.set(name, { text, tasks, ...(members && { members }) });
	return name;
}

/** Returns the comment of a type inside a document. */
function commentOf(name: string, { task }: Place): string {
	const known = COMMENTS[name];
	if (known) return known;
	if (name.endsWith("Parameters")) return `Parameters of \`${task}\`.`;
	if (name.endsWith("Element")) return `One entry of the output of \`${task}\`.`;
	throw new Error(`${name} has no comment: add one to COMMENTS`);
}

function declareType(name: string, schema: Schema, place: Place, comment = commentOf(name, place)): string {
	const members = listMembers(schema, place);
	const text = comment ? `/** ${comment} */\n` : "";
	if (members.size === 0) return declare(name, place, `${text}export type ${name} = ${printType(schema, place)};`);
	return declare(name, place, `${text}export interface ${name}`, members);
}

/** A node gets its name from `x-type`, else from its property if the package exports that name. */
function findName(schema: Schema, place: Place): string | undefined {
	if (
		place.depth === 0 ||
		schema.type === "array" ||
		!(schema.properties || schema.enum || schema.oneOf || schema.anyOf)
	)
		return undefined;
	if (schema["x-type"]) return schema["x-type"];
	const pascal = (place.property ?? "").replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
	return [pascal, pascal.replace(/es$/, ""), `${pascal}Union`].find((name) => typeNames.includes(name));
}

/** Prints a reference, the name of a separate declaration, or the type itself. */
function printNode(schema: Schema, place: Place): string {
	const type = printNamed(schema, place);
	return schema.nullable ? `${type} | null` : type;
}

function printNamed(schema: Schema, place: Place): string {
	const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
	if (reference) {
		const name = reference.replace(/^.*\//, "");
		const target = reference.startsWith("#") ? place.document.$defs?.[name] : common.definitions[name];
		if (!target) throw new Error(`${place.task}: ${reference} leads nowhere`);
		if (target.properties && Object.keys(target.properties).length === 0) return "Record<string, unknown>";
		return declareType(name, target, { ...place, depth: 1 });
	}
	const name = findName(schema, place);
	return name ? declareType(name, schema, place) : printType(schema, place);
}

function printType(schema: Schema, place: Place): string {
	const inner = { ...place, depth: place.depth + 1 };
	const variants = schema.oneOf ?? schema.anyOf;
	if (schema["x-binary"]) return place.depth === 1 ? "Blob" : "unknown";
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) return printEnum(schema);
	if (variants) return variants.map((variant) => printNode(variant, inner)).join(" | ");
	switch (schema.type) {
		case "array": {
			const item = printNode(schema.items ?? {}, inner);
			return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
		}
		case "object":
			if (schema.properties) return printMembers([...listMembers(schema, place).values(), OPEN]);
			return `Record<string, ${schema.additionalProperties ? printNode(schema.additionalProperties, inner) : "unknown"}>`;
		case "integer":
			return "number";
		default:
			return typeof schema.type === "string" ? schema.type : "unknown";
	}
}

function printEnum(schema: Schema): string {
	const values = schema.enum ?? [];
	if (values.includes(true) && values.includes(false))
		return [
			"boolean",
			...values.filter((value) => typeof value === "string").map((value) => JSON.stringify(value)),
		].join(" | ");
	const spellings = schema["x-any-case"]
		? values.flatMap((value) => [value, String(value).replace(/^./, (letter) => letter.toUpperCase())])
		: values;
	return spellings.map((value) => JSON.stringify(value)).join(" | ");
}

function listMembers(schema: Schema, place: Place): ReadonlyMap<string, string> {
	// Two schemas list a required property in camel case that is spelt with underscores among the properties.
	const required = schema.required?.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
	return new Map(
		Object.entries(schema.properties ?? {}).map(([property, node]) => {
			const type = printNode(node, { ...place, property, depth: place.depth + 1 });
			return [property, `${printComment(node)}${property}${required?.includes(property) ? "" : "?"}: ${type};`];
		}),
	);
}

function printMembers(members: Iterable<string>): string {
	return `{\n${[...members].join("\n")}\n}`;
}

function printComment({ description, default: standard }: Schema): string {
	const text = [description, standard && standard !== "null" && `Default: ${standard}.`].filter(Boolean).join(" ");
	return text ? `/** ${text} */\n` : "";
}

/** Declares the type of a whole document; the element of a list of objects also gets a name. */
function declareDocument(task: string, document: Schema, comment: string): void {
	const name = document["x-type"] ?? "";
	const place = { task, document, depth: 0 };
	const items = document.items?.$ref ? common.definitions[document.items.$ref.replace(/^.*\//, "")] : document.items;
	if (items?.properties) {
		const element = declareType(`${name}Element`, items, { ...place, depth: 1 });
		declare(name, place, `/** ${comment} */\nexport type ${name} = ${element}[];`);
	} else declareType(name, document, place, comment);
}

for (const task of Object.values(FILES).flat()) {
	const schema = schemas[task];
	if (!schema) throw new Error(`no schemas of ${task}`);
	declareDocument(task, schema.input, `Input of \`${task}\`.`);
	declareDocument(task, schema.output, `Output of \`${task}\`.`);
	if (schema.stream_output)
		declareDocument(task, schema.stream_output, `One piece of a streamed output of \`${task}\`.`);
}
const missing = Object.keys(schemas).filter(
	(task) =>
		task !== "chat-completion" &&
		!Object.values(FILES)
			.flat()
			.some((known) => known === task),
);
if (missing.length > 0) throw new Error(`in no file: ${missing.join(", ")}`);

/** Prints a declaration; an interface extends the bases whose members it has. */
function printDeclaration([declared, { text, members }]: [string, Declaration]): string {
	if (!members) return text;
	const own = new Map(members);
	const extended = [
		...PARENTS.map((of) => ({ base: of, of, names: [...(declarations.get(of)?.members?.keys() ?? [])] })),
		...Object.entries(BASES).map(([base, { of, members: names }]) => ({ base, of, names })),
	].flatMap(({ base, of, names }) => {
		const shared = declarations.get(of)?.members;
		if (base === declared || !names.every((name) => own.has(name) && own.get(name) === shared?.get(name))) return [];
		for (const name of names) own.delete(name);
		return [base];
	});
	const [, isOptional, parameters] = PARAMETERS.exec(own.get("parameters") ?? "") ?? [];
	const [, meaning, mayMiss, inputs] = INPUTS.exec(own.get("inputs") ?? "") ?? [];
	if (parameters === undefined || inputs === undefined || meaning === undefined) {
		return `${text} extends ${extended.join(", ") || "Extensible"} ${printMembers(own.values())}`;
	}
	for (const name of ["inputs", "parameters"]) own.delete(name);
	const input = `InputOf<${inputs}, ${parameters}>`;
	const base = mayMiss ? `Partial<${input}>` : isOptional ? input : `Required<${input}>`;
	const comment = `: ${meaning.replace(/^./, (letter) => letter.toLowerCase())}. */`;
	return `${text.replace(". */", comment)} extends ${base} ${printMembers(own.values())}`;
}

function printFile(tasks: readonly string[] | undefined): string {
	const isShared = (declaration: Declaration): boolean =>
		declaration.tasks.size > 1 || declaration === declarations.get("Padding");
	const own = [...declarations].filter(([, declaration]) =>
		tasks ? !isShared(declaration) && tasks.some((task) => declaration.tasks.has(task)) : isShared(declaration),
	);
	const printed = own.map(printDeclaration);
	const text = printed.join("\n\n");
	if (!tasks) return [HEADER.trimEnd(), GENERAL_BASES, ...printBases(), text].join("\n\n");
	const shared = [...declarations].filter(([, declaration]) => isShared(declaration)).map(([name]) => name);
	const head = printImport([...Object.keys(BASES), "Extensible", "InputOf", ...shared], text);
	return HEADER + head + (head && "\n") + text;
}

function printImport(names: readonly string[], text: string): string {
	const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).sort();
	return used.length > 0 ? `import type { ${used.join(", ")} } from "./definitions.ts";\n` : "";
}

/** The bases are no names of the reference, and not exported. */
function printBases(): string[] {
	return Object.entries(BASES).map(([name, { comment, of, members }]) => {
		const shared = declarations.get(of)?.members;
		return `/** ${comment} */\nexport interface ${name} extends Extensible ${printMembers(members.map((member) => shared?.get(member) ?? ""))}`;
	});
}

/** Returns the files that are not as the schemas have it: path → text. */
export function findOutdated(): Map<string, string> {
	const files = new Map<string, string>([
		["definitions", printFile(undefined)],
		...Object.entries(FILES).map(([name, tasks]) => [name, printFile(tasks)] as const),
	]);
	const outdated = new Map<string, string>();
	for (const [name, input] of files) {
		const file = `${folder}/${name}.ts`;
		const path = `${root}${file}`;
		const text = execFileSync(`${root}node_modules/.bin/biome`, ["format", `--stdin-file-path=${file}`], {
			cwd: root,
			input,
			encoding: "utf8",
		});
		if (!existsSync(path) || readFileSync(path, "utf8") !== text) outdated.set(path, text);
	}
	return outdated;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	for (const [path, text] of findOutdated()) writeFileSync(path, text);
}
