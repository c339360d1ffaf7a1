import { findNearestQuantType, GGMLFileQuantizationType, parseGGUFQuantLabel } from "../catalogue/gguf.ts";

/** Small enough for most machines, good enough for most answers. */
const USUAL_TYPE = GGMLFileQuantizationType.Q4_K_M;

/** The GGUF file to show from a record's `siblings`: of the usual size, or the nearest. */
export function chooseGgufFile(record: object): string | undefined {
	const siblings = "siblings" in record ? record.siblings : undefined;
	const files = (Array.isArray(siblings) ? siblings : [])
		.map((sibling: { rfilename?: unknown } | null) => sibling?.rfilename)
		.filter((name): name is string => typeof name === "string" && /^[\w./-]+\.gguf$/i.test(name));
	const types = GGMLFileQuantizationType as Readonly<Record<string, unknown>>;
	const byType = new Map(
		files.map((name) => [types[parseGGUFQuantLabel(name) ?? ""] as GGMLFileQuantizationType | undefined, name]),
	);
	const nearest = findNearestQuantType(
		USUAL_TYPE,
		[...byType.keys()].filter((type) => type !== undefined),
	);
	return nearest === undefined ? undefined : byType.get(nearest);
}
