import { isFile } from "./media.ts";
import { absentOr, first, isNumber, isRecord, isString, listOf, record, type Shape } from "./shape.ts";

/** What the hub's own service answers to a task. */
interface Answer {
	/** Named in the error. */
	expected: string;
	/** The result; undefined when the answer is not one. */
	read(data: unknown): unknown;
}

const isLabelled = record({ label: isString, score: isNumber });
const LABELLED = "Array<{label: string, score: number}>";
const isNumbers = listOf(isNumber);

const isAnswer = record({ answer: isString, end: isNumber, score: isNumber, start: isNumber });
const isDocumentAnswer = record({
	answer: isString,
	end: absentOr(isNumber),
	score: absentOr(isNumber),
	start: absentOr(isNumber),
});
const ANSWERS = "Array<{answer: string, end: number, score: number, start: number}>";

const isTableAnswer = record({
	aggregator: isString,
	answer: isString,
	cells: listOf(isString),
	coordinates: listOf(isNumbers),
});
const isEntity = record({ end: isNumber, entity_group: isString, score: isNumber, start: isNumber, word: isString });
const isFilling = record({ score: isNumber, sequence: isString, token: isNumber, token_str: isString });
const isBox = record({ xmin: isNumber, ymin: isNumber, xmax: isNumber, ymax: isNumber });

/** Task → its answer. */
export const ANSWERS_BY_TASK = {
	"text-classification": { expected: LABELLED, read: (data) => all(isLabelled)(first(data)) },
	"question-answering": { expected: ANSWERS, read: oneOrFirst(isAnswer) },
	"document-question-answering": { expected: ANSWERS, read: firstOf(isDocumentAnswer) },
	"visual-question-answering": {
		expected: "Array<{answer: string, score: number}>",
		read: firstOf(record({ answer: isString, score: isNumber })),
	},
	"table-question-answering": {
		expected: "{aggregator: string, answer: string, cells: string[], coordinates: number[][]}",
		read: oneOrFirst(isTableAnswer),
	},
	"token-classification": {
		expected: "Array<{end: number, entity_group: string, score: number, start: number, word: string}>",
		read: all(isEntity),
	},
	"fill-mask": {
		expected: "Array<{score: number, sequence: string, token: number, token_str: string}>",
		read: all(isFilling),
	},
	"zero-shot-classification": { expected: LABELLED, read: (data) => all(isLabelled)(data) ?? zipLabels(data) },
	translation: {
		expected: "Array<{translation_text: string}>",
		read: (data) => {
			const list = all(record({ translation_text: isString }))(data);
			return list?.length === 1 ? list[0] : list;
		},
	},
	summarization: {
		expected: "Array<{summary_text: string}>",
		read: firstOf(record({ summary_text: isString })),
	},
	"sentence-similarity": { expected: "Array<number>", read: all(isNumber) },
	"feature-extraction": {
		expected: "Array<number[][][] | number[][] | number[] | number>",
		read: all(isNested(3)),
	},
	"image-classification": { expected: LABELLED, read: all(isLabelled) },
	"zero-shot-image-classification": { expected: LABELLED, read: all(isLabelled) },
	"audio-classification": { expected: `${LABELLED} but received different format`, read: all(isLabelled) },
	"object-detection": {
		expected: "Array<{label: string, score: number, box: {xmin: number, ymin: number, xmax: number, ymax: number}}>",
		read: all(record({ label: isString, score: isNumber, box: isBox })),
	},
	"image-segmentation": {
		expected: "Array<{label: string, mask: string, score: number}>",
		read: all(record({ label: isString, mask: isString, score: absentOr(isNumber) })),
	},
	"image-to-text": {
		expected: "{generated_text: string}",
		read: (data) => firstOf(record({ generated_text: isString }))([Array.isArray(data) ? first(data) : data]),
	},
	"image-to-image": { expected: "Blob", read: (data) => (isFile(data) ? data : undefined) },
	"automatic-speech-recognition": { expected: "{text: string}", read: (data) => (isRecord(data) ? data : undefined) },
	"text-to-speech": { expected: "Blob", read: readSound },
	"text-to-audio": { expected: "Blob", read: readSound },
	"tabular-classification": { expected: "Array<number>", read: all(isNumber) },
	"tabular-regression": { expected: "Array<number>", read: all(isNumber) },
} as const satisfies Record<string, Answer>;

/** A list of such values. */
function all(shape: Shape): (data: unknown) => unknown[] | undefined {
	const isList = listOf(shape);
	return (data) => (isList(data) ? (data as unknown[]) : undefined);
}

/** The first of a list of such values; an empty list holds no result. */
function firstOf(shape: Shape): Answer["read"] {
	return (data) => all(shape)(data)?.[0];
}

/** One such value, alone or as the first of a list. */
function oneOrFirst(shape: Shape): Answer["read"] {
	return (data) => firstOf(shape)(Array.isArray(data) ? data : [data]);
}

/** A number, or lists of numbers nested so deep at most. */
function isNested(depth: number): Shape {
	return (value) => isNumber(value) || (depth > 0 && Array.isArray(value) && value.every(isNested(depth - 1)));
}

/** The older form of an answer: labels and scores apart. */
function zipLabels(data: unknown): unknown {
	const { labels, scores } = isRecord(data) ? data : {};
	const names = all(isString)(labels);
	const numbers = all(isNumber)(scores);
	if (!names || names.length !== numbers?.length) return undefined;
	return names.map((label, index) => ({ label, score: numbers[index] }));
}

/** Whatever is not plainly an error: these answers come in many forms. */
function readSound(data: unknown): unknown {
	return isFile(data) || isRecord(data) ? data : undefined;
}
