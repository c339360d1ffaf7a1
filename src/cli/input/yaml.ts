// Imported statically here, and this file with import(): named dynamic imports of CommonJS packages break in the bundle.
import { isScalar, LineCounter, parseDocument, visit, YAMLParseError } from "yaml";

export { Scalar, stringify } from "yaml";

/** Maximum YAML aliases: enough for people, too few for an alias bomb. */
const MAX_ALIASES = 10;

/**
 * Reads YAML 1.2, or JSON.
 * @param onProblem called with the reason why it cannot be read, which may quote the text, and with its place, which does not
 */
export function parseYaml(text: string, onProblem: (reason: string, place: string) => never): unknown {
	try {
		const lineCounter = new LineCounter();
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
					const { line, col } = lineCounter.linePos(key.range?.[0] ?? 0);
					onProblem("it is not YAML: Map keys must be unique", ` at line ${line}, column ${col}`);
				}
			},
		});
		return document.toJS({ maxAliasCount: MAX_ALIASES });
	} catch (error) {
		const known = error instanceof YAMLParseError ? error : undefined;
		if (error instanceof RangeError || known?.code === "RESOURCE_EXHAUSTION")
			return onProblem("it is nested too deeply", "");
		const [start] = known?.linePos ?? [];
		const place = start ? ` at line ${start.line}, column ${start.col}` : "";
		return onProblem(`it is not YAML: ${(error as Error).message.split("\n")[0]?.replace(/:$/, "")}`, place);
	}
}
