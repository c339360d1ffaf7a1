/** The full engine: everything of `modelhub/jinja`, with all of Jinja2's filters, methods, tags and further options. */
import { addAllParts } from "./full-parts.ts";

addAllParts();

export * from "./index.ts";
