import { cutText, padText, textWidth } from "../../terminal/width.ts";
import { readLabel, type ViewSpace } from "./view.ts";

/** A name with a share from 0 to 1. */
export interface Bar {
	label: string;
	score: number;
}

const FULL = "█";
const PARTS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const MAX_BAR_WIDTH = 40;
const MIN_BAR_WIDTH = 4;

/** Bars in rows, the longest first. Their values have one format: shares, unless one is not a share. */
export function drawBars(bars: readonly Bar[], { colors, columns }: ViewSpace, kind?: "value"): string {
	if (bars.length === 0) return colors.dim("(nothing)");
	const areShares = kind !== "value" && bars.every(({ score }) => isShare(score));
	const format = areShares ? formatShare : formatValue;
	const rows = [...bars]
		.sort((left, right) => right.score - left.score)
		.map(({ label, score }) => ({ label: readLabel(label), score, value: format(score) }));
	const scoreWidth = Math.max(...rows.map(({ value }) => value.length));
	const half = Math.max(1, Math.floor(columns / 2));
	const labelWidth = Math.min(Math.max(...rows.map(({ label }) => textWidth(label))), half);
	const room = Math.max(MIN_BAR_WIDTH, Math.min(MAX_BAR_WIDTH, columns - labelWidth - scoreWidth - 3));
	return rows
		.map(({ label, score, value }, rank) => {
			const name = padText(cutText(label, labelWidth), labelWidth);
			const eighths = Math.round(Math.max(0, Math.min(1, score)) * room * 8);
			const bar = padText(FULL.repeat(Math.floor(eighths / 8)) + PARTS[eighths % 8], room);
			return `${rank === 0 ? colors.bold(name) : name}  ${colors.cyan(bar)} ${value.padStart(scoreWidth)}`;
		})
		.join("\n");
}

export function formatScore(score: number): string {
	return isShare(score) ? formatShare(score) : formatValue(score);
}

function isShare(score: number): boolean {
	return score >= 0 && score <= 1;
}

function formatShare(score: number): string {
	return `${(score * 100).toFixed(1).padStart(5)}%`;
}

function formatValue(score: number): string {
	return score.toFixed(3);
}

const MAX_VALUES = 12;

export function describeEmbeddings(result: unknown, { colors, columns }: Omit<ViewSpace, "args">): string {
	const vectors = findVectors(result);
	if (vectors.length === 0) return "No vectors.";
	const lines = vectors.map((vector, index) => {
		const norm = vectorNorm(vector).toFixed(4);
		const name = vectors.length > 1 ? `${index + 1}. ` : "";
		const size = `${vector.length} dimensions`;
		const room = columns - name.length - size.length;
		const rest = `, norm ${norm}`;
		return `${colors.dim(name)}${colors.bold(size)}${cutText(rest + listFirst(vector, room - rest.length), room)}`;
	});
	return lines.join("\n");
}

/** As many of the first values as fit, in brackets; empty if none fits. */
function listFirst(vector: readonly number[], room: number): string {
	for (let count = Math.min(MAX_VALUES, vector.length); count > 0; count--) {
		const values = vector.slice(0, count).map((value) => value.toFixed(4));
		const list = `  [${values.join(", ")}${vector.length > count ? ", …" : ""}]`;
		if (list.length <= room) return list;
	}
	return "";
}

/** Returns the length of a vector, however many values it has. */
export function vectorNorm(vector: readonly number[]): number {
	return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

/** Services nest vectors differently: one, one for each text, one for each token. */
export function findVectors(value: unknown): number[][] {
	if (!Array.isArray(value)) return [];
	if (value.every((item) => typeof item === "number")) return value.length > 0 ? [value] : [];
	return value.flatMap(findVectors);
}
