/** Renders the templates on standard input, one JSON string per line, and says of each how it ended. */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { Template as CoreTemplate } from "../../src/template/core.ts";
import { isTemplateError, Template, TemplateLimitError, untrustedLimits } from "../../src/template/index.ts";

const Engine = process.argv[2] === "core" ? CoreTemplate : Template;

for await (const line of createInterface({ input: process.stdin })) {
	let ending = "result";
	try {
		new Engine(JSON.parse(line) as string, { limits: untrustedLimits }).render({});
	} catch (error) {
		// A built-in that the lean engine lacks is an error of the template.
		const isLimit = error instanceof TemplateLimitError || (Engine === CoreTemplate && isTemplateError(error));
		ending = isLimit ? "limit" : String(error).replace(/\s+/g, " ");
	}
	writeSync(1, `${ending}\n`);
}
