import { isRecord, textOf } from "../../base/json.ts";
import type { TextClassificationOutputElement } from "../../inference/index.ts";
import { BodyFields, checkLength } from "../body.ts";
import { ServiceFailure } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import { hash } from "../random.ts";
import { eventResponse, jsonResponse } from "../responses.ts";
import { dot, embed } from "../text/embedding.ts";
import { findAnswers, findEntities } from "../text/extract.ts";
import { classifyMood, sigmoid, softmax, weighLabels } from "../text/labels.ts";
import { answerTableQuestion, classifyRows, estimateRows, type TableColumns } from "../text/tables.ts";
import { countTokens } from "../text/words.ts";
import { continueText, fillMask, summarize, translate } from "../text/write.ts";
import type { IncomingCall } from "../types.ts";
import { readEncoding } from "./embeddings.ts";
import { type HfInput, type HfTask, requireInputText, requireInputTexts, requireLabels } from "./hf-input.ts";
import { cutText } from "./sampling.ts";

/** Text and table tasks in the form of hf-inference. */
export const HF_TEXT_TASKS: Readonly<Record<string, HfTask>> = {
	"text-generation": generate,
	"text-classification": (input) => {
		const topK = input.parameters.integer("top_k", 1) ?? 100;
		return jsonResponse(requireInputTexts(input).map((text) => classifyMood(text).slice(0, topK)));
	},
	"token-classification": (input) => {
		const ignored = input.parameters.get("ignore_labels");
		const entities = findEntities(requireInputText(input));
		return jsonResponse(
			Array.isArray(ignored) ? entities.filter(({ entity_group }) => !ignored.includes(entity_group)) : entities,
		);
	},
	"question-answering": ({ inputs, parameters }) => {
		const pair = new BodyFields(requireObject(inputs, "question", "context"));
		const topK = parameters.integer("top_k", 1);
		const question = pair.requireText("question");
		const context = pair.requireText("context");
		checkLength("inputs", [question, context], LIMITS.textCharacters);
		const answers = findAnswers(question, context, topK ?? 1);
		return jsonResponse(topK === undefined ? answers[0] : answers);
	},
	"fill-mask": (input) => {
		const targets = input.parameters.get("targets");
		const topK = input.parameters.integer("top_k", 1, 100) ?? 5;
		const found = fillMask(requireInputText(input), topK, Array.isArray(targets) ? targets.map(textOf) : undefined);
		if (!found) throw new ServiceFailure(400, "No mask_token ([MASK] or <mask>) found on the input");
		return jsonResponse(found);
	},
	"zero-shot-classification": (input) => {
		const labels = requireLabels(input);
		const texts = requireInputTexts(input);
		if (texts.length * labels.length > LIMITS.labelPairs) {
			throw new ServiceFailure(400, `Texts times labels must be at most ${LIMITS.labelPairs}.`);
		}
		const score = input.parameters.flag("multi_label") ? sigmoid : softmax;
		const weigh = weighLabels(labels);
		const answers = texts.map((text) => score(weigh(text)));
		if (!Array.isArray(input.inputs)) return jsonResponse(answers[0]);
		const describe = (scored: readonly TextClassificationOutputElement[], index: number) => ({
			sequence: texts[index],
			labels: scored.map(({ label }) => label),
			scores: scored.map(({ score }) => score),
		});
		return jsonResponse(answers.map(describe));
	},
	translation: (input) => {
		const [, language] = /(?:opus-mt|opus)-\w+-(\w+)/i.exec(input.model) ?? [];
		const target = input.parameters.text("tgt_lang") ?? language ?? "fr";
		const translations = requireInputTexts(input).map((text) => translate(text, target));
		return jsonResponse(translations.map((translation_text) => ({ translation_text })));
	},
	summarization: (input) => {
		const generate = new BodyFields(input.parameters.object("generate_parameters") ?? input.parameters.all);
		const limit = generate.integer("max_length", 1) ?? generate.integer("max_new_tokens", 1) ?? 60;
		return jsonResponse(requireInputTexts(input).map((text) => ({ summary_text: summarize(text, limit) })));
	},
	"feature-extraction": (input) => {
		const texts = requireInputTexts(input);
		const vectors = texts.map(readEncoding(input.fields, texts.length));
		return jsonResponse(Array.isArray(input.inputs) ? vectors : vectors[0]);
	},
	"sentence-similarity": ({ inputs }) => {
		const pair = requireObject(inputs, "source_sentence", "sentences");
		const source = new BodyFields(pair).requireText("source_sentence");
		const sentences = pair["sentences"];
		if (!Array.isArray(sentences) || !sentences.every((sentence) => typeof sentence === "string")) {
			throw new ServiceFailure(400, "`inputs.sentences` must be a list of strings.");
		}
		checkLength("inputs", [source, ...sentences], LIMITS.textCharacters);
		const vector = embed(source);
		return jsonResponse(sentences.map((sentence: string) => Number(dot(vector, embed(sentence)).toFixed(6))));
	},
	"table-question-answering": ({ inputs }) => {
		const given = requireObject(inputs, "query", "table");
		const query = new BodyFields(given).requireText("query");
		checkLength("inputs.query", [query], 2000);
		return jsonResponse(answerTableQuestion(query, requireColumns(given["table"], "table")));
	},
	"tabular-classification": ({ inputs }) => jsonResponse(classifyRows(requireRows(inputs))),
	"tabular-regression": ({ inputs }) => jsonResponse(estimateRows(requireRows(inputs))),
};

/** Text generation in the service's own form: one object, or an event for each token. */
function generate(input: HfInput, { state }: IncomingCall): Response {
	const { parameters, fields } = input;
	const text = requireInputText(input);
	const maxTokens = parameters.integer("max_new_tokens", 1) ?? 100;
	const stop = parameters.get("stop");
	const isGreedy = parameters.get("do_sample") === false || parameters.get("temperature") === undefined;
	parameters.number("temperature", 0, 100);
	const variation = isGreedy ? "" : (parameters.integer("seed") ?? "");
	const written = continueText(text, maxTokens + 1, state.seed, variation);
	const { tokens, finish } = cutText(written, { maxTokens, stop: Array.isArray(stop) ? stop.map(textOf) : [] });
	const generated = (parameters.flag("return_full_text") ? text : "") + tokens.join("");
	const details = {
		finish_reason: finish === "stop" ? "stop_sequence" : "length",
		generated_tokens: tokens.length,
		seed: parameters.integer("seed") ?? null,
	};
	const describeToken = (token: string) => ({
		id: hash("token", token) % 50_000,
		text: token,
		logprob: -((hash("logprob", token) % 100) / 100),
		special: false,
	});
	if (!fields.flag("stream")) {
		if (!parameters.flag("details")) return jsonResponse([{ generated_text: generated }]);
		const prefill = parameters.flag("decoder_input_details") ? [{ id: 1, text, logprob: null }] : [];
		const all = { ...details, prefill, tokens: tokens.map(describeToken) };
		return jsonResponse([{ generated_text: generated, details: all }]);
	}
	const end = { generated_text: generated, details: { ...details, input_length: countTokens(text) } };
	const events = tokens.map((token, index) => ({
		index: index + 1,
		token: describeToken(token),
		...(index === tokens.length - 1 ? end : { generated_text: null, details: null }),
	}));
	return eventResponse(events, state.streamPause);
}

function requireObject(value: unknown, ...names: string[]): Record<string, unknown> {
	if (isRecord(value) && names.every((name) => value[name] !== undefined)) return value;
	const members = names.map((name) => `\`${name}\``).join(" and ");
	throw new ServiceFailure(400, `\`inputs\` must be an object with ${members}.`);
}

function requireRows(inputs: unknown): TableColumns {
	return requireColumns(isRecord(inputs) ? inputs["data"] : undefined, "data");
}

/** @throws ServiceFailure if the value is no table: columns of one length */
function requireColumns(value: unknown, name: string): TableColumns {
	const columns = isRecord(value) ? Object.values(value) : [];
	const lengths = new Set(columns.map((column) => (Array.isArray(column) ? column.length : -1)));
	if (columns.length === 0 || lengths.has(-1)) {
		throw new ServiceFailure(400, `\`inputs.${name}\` must be an object of columns: name → list of cells.`);
	}
	if (columns.flat().length > LIMITS.cells) {
		throw new ServiceFailure(400, `The table has more than ${LIMITS.cells} cells.`);
	}
	if (lengths.size > 1) throw new ServiceFailure(400, "All columns must have the same number of rows.");
	return value as TableColumns;
}
