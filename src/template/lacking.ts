import { TemplateRuntimeError } from "./errors.ts";

/** Returns the function that stands for something the core engine lacks: it fails with an error that says what to import. */
export function lacking(what: string): () => never {
	return () => {
		throw new TemplateRuntimeError(`${what} needs the whole engine: import from "modelhub/jinja"`);
	};
}
