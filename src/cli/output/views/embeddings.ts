import { cutText } from "../../terminal/width.ts";
import type { ViewSpace } from "./view.ts";

const MAX_VALUES = 12;

/** Vectors for display: their length and first values. */
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
