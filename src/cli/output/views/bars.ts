import { sanitize } from "../sanitize.ts";
import { cutText, padText, textWidth } from "../width.ts";
import type { ViewSpace } from "./view.ts";

/** A name with a share from 0 to 1. */
export interface Bar {
	label: string;
	score: number;
}

const FULL = "█";
const PARTS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** Bars under each other, the longest first. */
export function drawBars(bars: readonly Bar[], { colors, columns }: ViewSpace): string {
	if (bars.length === 0) return colors.dim("(nothing)");
	const labels = bars.map(({ label }) => sanitize(label).replace(/\s+/g, " "));
	const labelWidth = Math.min(Math.max(...labels.map(textWidth)), Math.floor(columns / 2));
	const room = Math.max(4, Math.min(40, columns - labelWidth - 10));
	return bars
		.map(({ label: _label, score }, index) => ({ label: labels[index] ?? "", score }))
		.sort((left, right) => right.score - left.score)
		.map(({ label, score }, rank) => {
			const bar = drawBar(score, room);
			const name = padText(cutText(label, labelWidth), labelWidth);
			return `${rank === 0 ? colors.bold(name) : name}  ${colors.cyan(bar)} ${formatScore(score)}`;
		})
		.join("\n");
}

function drawBar(score: number, room: number): string {
	const eighths = Math.round(Math.max(0, Math.min(1, score)) * room * 8);
	return padText(FULL.repeat(Math.floor(eighths / 8)) + PARTS[eighths % 8], room);
}

/** A share as people read it; scores that are no shares keep their value. */
export function formatScore(score: number): string {
	return score >= 0 && score <= 1 ? `${(score * 100).toFixed(1).padStart(5)}%` : score.toFixed(3);
}
