import { kindStyle } from "../../terminal/palette.ts";
import { type Column, formatTable } from "../../terminal/table.ts";
import { formatScore } from "./bars.ts";
import { readLabel, type ViewSpace } from "./view.ts";

/** A detected object. */
export interface Detection {
	label: string;
	score: number;
	box: Record<"xmin" | "ymin" | "xmax" | "ymax", number>;
}

/** A part of an image; the mask is an image in base64. */
export interface Segment {
	label: string;
	score?: number;
	mask: string;
}

/** Detected objects, each with its number and color in the preview. */
export function listDetections(found: readonly Detection[], space: ViewSpace): string {
	if (found.length === 0) return space.colors.dim("(no objects)");
	return drawTable(found, space, {
		title: "box",
		value: ({ box: { xmin, ymin, xmax, ymax } }) =>
			`${Math.round(xmin)},${Math.round(ymin)} – ${Math.round(xmax)},${Math.round(ymax)}`,
	});
}

/**
 * Returns the parts, each with the number and the color it has in the preview; the number is also in the name of its
 * file.
 */
export function listSegments(parts: readonly Segment[], space: ViewSpace): string {
	if (parts.length === 0) return space.colors.dim("(no segments)");
	return drawTable(parts, space, {
		title: "mask",
		value: ({ mask }) => `${Math.floor((mask.replace(/=+$/, "").length * 3) / 4)} bytes`,
	});
}

function drawTable<Found extends { label: string; score?: number }>(
	found: readonly Found[],
	{ colors, columns }: ViewSpace,
	last: Column<Found>,
): string {
	const numbers = new Map(found.map((one, index) => [one, index]));
	const table: Column<Found>[] = [
		{
			title: "#",
			value: (one) => ` ${(numbers.get(one) ?? 0) + 1} `,
			whole: true,
			styleOf: (one) => kindStyle(numbers.get(one) ?? 0, colors.level),
		},
		{ title: "label", value: ({ label }) => readLabel(label), style: colors.bold },
		{
			title: "score",
			value: ({ score }) => (score === undefined ? "" : formatScore(score).trim()),
			align: "right",
			whole: true,
		},
		{ ...last, style: colors.dim },
	];
	return formatTable(table, [{ rows: found }], columns, colors).trimEnd();
}
