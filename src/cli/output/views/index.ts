import { readMember } from "../../../http/index.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import { sanitize } from "../sanitize.ts";
import { padText, textWidth } from "../width.ts";
import { type Bar, drawBars, formatScore } from "./bars.ts";
import { describeEmbeddings } from "./embeddings.ts";
import { drawSpans, highlight } from "./spans.ts";
import type { ViewSpace } from "./view.ts";

type View = (result: unknown, space: ViewSpace) => string;

const labels: View = (result, space) => drawBars(result as Bar[], space);

/** How the results of each task are shown to people. Results without a view are shown as JSON. */
const VIEWS: Partial<Record<InferenceTask, View>> = {
	"text-classification": labels,
	"zero-shot-classification": labels,
	"image-classification": labels,
	"zero-shot-image-classification": labels,
	"audio-classification": labels,
	"token-classification": (result, space) => drawSpans(result as Parameters<typeof drawSpans>[0], space),
	"feature-extraction": (result, { colors }) => describeEmbeddings(result, colors),
	"sentence-similarity": (result, space) => {
		const sentences = readMember(space.args["inputs"], "sentences") as string[];
		return drawBars(
			(result as number[]).map((score, index) => ({ label: sentences[index] ?? `${index + 1}`, score })),
			space,
		);
	},
	"question-answering": drawAnswer,
	"document-question-answering": drawAnswer,
	"visual-question-answering": drawAnswer,
	"table-question-answering": (result, { colors }) => {
		const { answer, aggregator, cells } = result as { answer: string; aggregator?: string; cells?: string[] };
		const how = [aggregator && aggregator !== "NONE" ? aggregator : "", cells?.join(", ")].filter(Boolean).join(" of ");
		return `${colors.bold(sanitize(answer))}${how ? `\n${colors.dim(sanitize(how))}` : ""}`;
	},
	"fill-mask": (result, space) => {
		const guesses = result as { token_str: string; score: number; sequence: string }[];
		const best = guesses[0] ? `${space.colors.bold(sanitize(guesses[0].sequence))}\n\n` : "";
		return (
			best +
			drawBars(
				guesses.map(({ token_str, score }) => ({ label: token_str.trim(), score })),
				space,
			)
		);
	},
	"object-detection": (result, { colors }) => {
		const found = result as { label: string; score: number; box: Record<"xmin" | "ymin" | "xmax" | "ymax", number> }[];
		if (found.length === 0) return colors.dim("(no objects)");
		const width = Math.max(...found.map(({ label }) => textWidth(sanitize(label))));
		return found
			.map(({ label, score, box: { xmin, ymin, xmax, ymax } }) => {
				const place = `${round(xmin)},${round(ymin)} – ${round(xmax)},${round(ymax)}`;
				return `${colors.bold(padText(sanitize(label), width))}  ${formatScore(score)}  ${colors.dim(place)}`;
			})
			.join("\n");
	},
	"image-segmentation": (result, { colors }) => {
		const parts = result as { label: string; score?: number; mask: string }[];
		if (parts.length === 0) return colors.dim("(no segments)");
		const width = Math.max(...parts.map(({ label }) => textWidth(sanitize(label))));
		return parts
			.map(({ label, score, mask }) => {
				const bytes = Math.floor((mask.length * 3) / 4);
				return `${colors.bold(padText(sanitize(label), width))}  ${score === undefined ? "" : formatScore(score)}  ${colors.dim(`mask of ${bytes} bytes`)}`;
			})
			.join("\n");
	},
	"tabular-classification": drawValues,
	"tabular-regression": drawValues,
};

function drawAnswer(result: unknown, { colors, columns, args }: ViewSpace): string {
	const { answer, score, start, end } = result as { answer: string; score?: number; start?: number; end?: number };
	const context = readMember(args["inputs"], "context");
	const place =
		typeof context === "string" && start !== undefined && end !== undefined
			? highlight(context, start, end, (text) => colors.inverse(text), columns)
			: "";
	const certainty = score === undefined ? "" : `  ${colors.dim(formatScore(score).trim())}`;
	return `${colors.bold(sanitize(answer))}${certainty}${place ? `\n\n${place}` : ""}`;
}

function drawValues(result: unknown, { colors }: ViewSpace): string {
	return (result as (number | string)[])
		.map((value, row) => `${colors.dim(`row ${row + 1}`)}  ${sanitize(String(value))}`)
		.join("\n");
}

function round(value: number): string {
	return String(Math.round(value));
}

/** The view of a task's result; undefined where there is none. */
export function findView(task: InferenceTask): View | undefined {
	return VIEWS[task];
}
