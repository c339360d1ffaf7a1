// Imported statically here, and this file with import(): named dynamic imports of CommonJS packages break in the bundle.
import { parseDocument, YAMLParseError } from "yaml";

export { Scalar, stringify } from "yaml";

/** YAML aliases allowed: enough for people, too few to blow up a file. */
const MAX_ALIASES = 10;

/**
 * Reads YAML 1.2, or JSON.
 * @param onProblem called with the reason why it cannot be read, which may quote the text, and with its place, which does not
 */
export function parseYaml(text: string, onProblem: (reason: string, place: string) => never): unknown {
	try {
		const document = parseDocument(text, { logLevel: "silent", version: "1.2", schema: "core" });
		const [error] = document.errors;
		if (error) throw error;
		return document.toJS({ maxAliasCount: MAX_ALIASES });
	} catch (error) {
		if (error instanceof RangeError) return onProblem("it is nested too deeply", "");
		const [start] = (error instanceof YAMLParseError && error.linePos) || [];
		const place = start ? ` at line ${start.line}, column ${start.col}` : "";
		return onProblem(`it is not YAML: ${(error as Error).message.split("\n")[0]?.replace(/:$/, "")}`, place);
	}
}
