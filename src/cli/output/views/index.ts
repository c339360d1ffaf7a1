import { type OutputKind, SIGNATURES } from "../../../catalogue/signatures.ts";
import { readMember } from "../../../http/index.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import { cutText, padText } from "../../terminal/width.ts";
import { type Bar, describeEmbeddings, drawBars, formatScore } from "./bars.ts";
import { type Detection, listDetections, listSegments, type Segment } from "./detections.ts";

import { drawSpans, highlight } from "./spans.ts";
import { drawTableAnswer } from "./table-answer.ts";
import { readLabel, type ViewSpace, wrapStyled } from "./view.ts";

type View = (result: unknown, space: ViewSpace) => string;

/** Views of results on a terminal. Results without a view are shown as JSON. */
const VIEWS: { readonly [Output in OutputKind]?: View } = {
	labels: (result, space) => drawBars(result as Bar[], space),
	entities: (result, space) => drawSpans(result as Parameters<typeof drawSpans>[0], space),
	vectors: describeEmbeddings,
	similarities: drawSimilarities,
	answer: drawAnswer,
	"table-answer": (result, space) => drawTableAnswer(result as Parameters<typeof drawTableAnswer>[0], space),
	guesses: drawGuesses,
	boxes: (result, space) => listDetections(result as Detection[], space),
	masks: (result, space) => listSegments(result as Segment[], space),
	values: drawValues,
};

function drawSimilarities(result: unknown, space: ViewSpace): string {
	const sentences = readMember(space.args["inputs"], "sentences");
	const label = (index: number): string => String((Array.isArray(sentences) && sentences[index]) || index + 1);
	return drawBars(
		(result as number[]).map((score, index) => ({ label: label(index), score })),
		space,
		"value",
	);
}

function drawGuesses(result: unknown, space: ViewSpace): string {
	const guesses = result as { token_str: string; score: number; sequence: string }[];
	const [best] = guesses;
	const sentence = best ? wrapStyled([{ text: best.sequence, marks: space.colors.bold }], space.columns) : [];
	const bars = guesses.map(({ token_str, score }) => ({ label: token_str.trim(), score }));
	return [...sentence, ...(best ? [""] : []), drawBars(bars, space)].join("\n");
}

function drawAnswer(result: unknown, { colors, columns, args }: ViewSpace): string {
	const { answer, score, start, end } = result as { answer: string; score?: number; start?: number; end?: number };
	const context = readMember(args["inputs"], "context");
	const place =
		typeof context === "string" && start !== undefined && end !== undefined
			? highlight(context, start, end, (text) => colors.inverse(text), columns)
			: "";
	const certainty = score === undefined ? [] : [{ text: `  ${formatScore(score).trim()}`, marks: colors.dim }];
	const lines = wrapStyled([{ text: answer, marks: colors.bold }, ...certainty], columns);
	return `${lines.join("\n")}${place ? `\n\n${place}` : ""}`;
}

function drawValues(result: unknown, { colors, columns }: ViewSpace): string {
	const values = result as (number | string)[];
	const width = `row ${values.length}`.length;
	return values
		.map(
			(value, row) =>
				`${colors.dim(padText(`row ${row + 1}`, width))}  ${cutText(readLabel(value), columns - width - 2)}`,
		)
		.join("\n");
}

/** Returns the view of a task's result; undefined if there is none. */
export function findView(task: InferenceTask): View | undefined {
	return VIEWS[SIGNATURES[task].output];
}
