import { cutText } from "../width.ts";
import type { ViewSpace } from "./view.ts";

const SHOWN_VALUES = 6;
/** With room for more values than the others. */
const WIDE = 120;

/** Vectors for people: how long they are, and how they begin. */
export function describeEmbeddings(result: unknown, { colors, columns }: Omit<ViewSpace, "args">): string {
	const vectors = findVectors(result);
	if (vectors.length === 0) return "No vectors.";
	const count = columns >= WIDE ? SHOWN_VALUES * 2 : SHOWN_VALUES;
	const lines = vectors.map((vector, index) => {
		const norm = vectorNorm(vector).toFixed(4);
		const values = vector.slice(0, count).map((value) => value.toFixed(4));
		const rest = vector.length > count ? ", …" : "";
		const name = vectors.length > 1 ? `${index + 1}. ` : "";
		const size = `${vector.length} dimensions`;
		const shown = cutText(`, norm ${norm}  [${values.join(", ")}${rest}]`, columns - name.length - size.length);
		return `${colors.dim(name)}${colors.bold(size)}${shown}`;
	});
	return lines.join("\n");
}

/** The length of a vector, however many values it has. */
export function vectorNorm(vector: readonly number[]): number {
	return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

/** Services nest vectors differently: one, one for each text, one for each token. */
function findVectors(value: unknown): number[][] {
	if (!Array.isArray(value)) return [];
	if (value.every((item) => typeof item === "number")) return value.length > 0 ? [value] : [];
	return value.flatMap(findVectors);
}
