import type { Colors } from "../color.ts";

const SHOWN_VALUES = 6;

/** Vectors for people: how long they are, and how they begin. */
export function describeEmbeddings(result: unknown, colors: Colors): string {
	const vectors = findVectors(result);
	if (vectors.length === 0) return "No vectors.";
	const lines = vectors.map((vector, index) => {
		const norm = Math.hypot(...vector).toFixed(4);
		const values = vector.slice(0, SHOWN_VALUES).map((value) => value.toFixed(4));
		const rest = vector.length > SHOWN_VALUES ? ", …" : "";
		const name = vectors.length > 1 ? `${colors.dim(`${index + 1}.`)} ` : "";
		return `${name}${colors.bold(`${vector.length} dimensions`)}, norm ${norm}  [${values.join(", ")}${rest}]`;
	});
	return lines.join("\n");
}

/** Services nest vectors differently: one, one for each text, one for each token. */
function findVectors(value: unknown): number[][] {
	if (!Array.isArray(value)) return [];
	if (value.every((item) => typeof item === "number")) return value.length > 0 ? [value] : [];
	return value.flatMap(findVectors);
}
