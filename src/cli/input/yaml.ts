// Imported statically here, and this file with import(): named dynamic imports of CommonJS packages break in the bundle.
import { isScalar, LineCounter, parseDocument, visit, YAMLParseError } from "yaml";

export { Scalar, stringify } from "yaml";

/** Maximum YAML aliases: enough for people, too few for an alias bomb. */
const MAX_ALIASES = 10;

/** Why a text cannot be read. */
export interface YamlProblem {
	/** Quotes nothing of the text, which may have secrets. */
	reason: string;
	/** Follows the reason; empty if unknown. */
	place?: string;
	/** What the parser says, with the place. May quote the text. */
	detail?: string | undefined;
}

/** Reads YAML 1.2, or JSON. */
export function parseYaml(text: string, onProblem: (problem: YamlProblem) => never): unknown {
	const lineCounter = new LineCounter();
	const placeOf = (position: { line: number; col: number } | undefined): string =>
		position ? ` at line ${position.line}, column ${position.col}` : "";
	let twice: string | undefined;
	try {
		// The package compares each key of a mapping with all others.
		const options = { logLevel: "silent", version: "1.2", schema: "core", uniqueKeys: false, lineCounter } as const;
		const document = parseDocument(text, options);
		const [error] = document.errors;
		if (error) throw error;
		visit(document, {
			Map(_, { items }) {
				const seen = new Set<unknown>();
				for (const { key } of items) {
					if (!isScalar(key)) continue;
					if (seen.size !== seen.add(key.value).size) continue;
					twice = placeOf(lineCounter.linePos(key.range?.[0] ?? 0));
					return visit.BREAK;
				}
				return undefined;
			},
		});
		if (twice === undefined) return document.toJS({ maxAliasCount: MAX_ALIASES });
	} catch (error) {
		const known = error instanceof YAMLParseError ? error : undefined;
		if (error instanceof RangeError || known?.code === "RESOURCE_EXHAUSTION")
			return onProblem({ reason: "it is nested too deeply" });
		if (error instanceof ReferenceError)
			return onProblem({ reason: "it has more aliases than hub reads, or one without an anchor" });
		const detail = (error as Error).message.split("\n")[0]?.replace(/:$/, "");
		return onProblem({ reason: "it is not YAML", place: placeOf(known?.linePos?.[0]), detail });
	}
	return onProblem({ reason: "it has the same key twice", place: twice });
}
