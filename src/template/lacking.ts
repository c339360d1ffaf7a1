import { TemplateRuntimeError } from "./errors.ts";

const HINT = ' needs the whole engine, "modelhub/jinja"';

/** Returns a placeholder for a part that the core engine lacks: a function that throws an error and names the import. */
export function lacking(what: string): () => never {
	return () => {
		throw new TemplateRuntimeError(what + HINT);
	};
}
