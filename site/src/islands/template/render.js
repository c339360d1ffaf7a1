/** Renders chat templates. Loaded when something changes; the first sample is rendered while the page is built. */
import { splitSpecialTokens, Template, untrustedLimits } from "modelhub/jinja";
import { readInputs } from "./read-inputs.js";

export { readTemplate } from "./read-template.js";

/** Longest rendering in milliseconds: the page waits for it. */
const MAX_MILLISECONDS = 1000;
const LIMITS = { ...untrustedLimits, max_time: MAX_MILLISECONDS };

/**
 * Renders a template as Python does and as the reference client does.
 *
 * @param inputs `template`, `messages`, `tools`, `variables` (texts), `add_generation_prompt`
 * @returns `python` and `reference`: `{text, parts}` or `{problem}`; `problems` of the JSON texts. A problem is
 * `{field, line?, column?, message, excerpt?}`
 */
export function renderBoth(inputs) {
	const { context, problems } = readInputs(inputs);
	if (problems.length > 0) return { problems };
	const known = [context.bos_token, context.eos_token].filter((token) => typeof token === "string");
	return {
		problems,
		python: render(inputs.template, context, known, {}),
		reference: render(inputs.template, context, known, { compat: "reference" }),
	};
}

/** Returns the template in a uniform layout. @throws errors of the template */
export function formatTemplate(template) {
	return new Template(template).format({ indent: 2 });
}

/** Returns the problem of a template, with its position if known. */
export function describeProblem(error) {
	const { line, column, message, excerpt } = error;
	return { field: "Template", line, column, message, excerpt };
}

function render(template, context, known, options) {
	try {
		const text = new Template(template, { ...options, limits: LIMITS }).render(context);
		return { text, parts: splitSpecialTokens(text, known) };
	} catch (error) {
		return { problem: describeProblem(error) };
	}
}
