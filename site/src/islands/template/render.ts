/** Renders chat templates. Loaded when something changes; the first sample is rendered while the page is built. */
import { Template, untrustedLimits } from "modelhub/jinja";
import { splitSpecialTokens, type TextPart } from "../../../../src/template/special-tokens.ts";
import { messageOf } from "../../call-task.ts";
import type { TemplateSample } from "../../samples/templates.ts";
import { readInputs } from "./read-inputs.ts";

export { readTemplate } from "./read-template.ts";

/** Longest rendering in milliseconds: the page waits for it. */
const MAX_MILLISECONDS = 1000;
const LIMITS = { ...untrustedLimits, max_time: MAX_MILLISECONDS };

export interface TemplateInputs extends TemplateSample {
	add_generation_prompt: boolean;
}

export interface TemplateProblem {
	field: string;
	line?: number | undefined;
	column?: number | undefined;
	message: string;
	/** The place in the template. */
	excerpt?: string | undefined;
}

/** The text in one dialect, or why there is none. */
export type DialectResult =
	| { text: string; parts: TextPart[]; problem?: never }
	| { problem: TemplateProblem; text?: never; parts?: never };

export interface RenderResult {
	/** Of the JSON texts; with one, nothing is rendered. */
	problems: TemplateProblem[];
	python?: DialectResult | undefined;
	reference?: DialectResult | undefined;
}

/** Renders a template as Python does and as the reference client does. */
export function renderBoth(inputs: TemplateInputs): RenderResult {
	const { context, problems } = readInputs(inputs);
	if (problems.length > 0) return { problems };
	const known = [context["bos_token"], context["eos_token"]].filter((token) => typeof token === "string");
	return {
		problems,
		python: render(inputs.template, context, known, {}),
		reference: render(inputs.template, context, known, { compat: "reference" }),
	};
}

/** Returns the template in a uniform layout. @throws errors of the template */
export function formatTemplate(template: string): string {
	return new Template(template).format({ indent: 2 });
}

/** Returns the problem of a template, with its position if known. */
export function describeProblem(error: unknown): TemplateProblem {
	const { line, column, excerpt } = error as Partial<TemplateProblem>;
	return { field: "Template", line, column, message: messageOf(error), excerpt };
}

function render(
	template: string,
	context: Record<string, unknown>,
	known: readonly string[],
	options: { compat?: "reference" },
): DialectResult {
	try {
		const text = new Template(template, { ...options, limits: LIMITS }).render(context);
		return { text, parts: splitSpecialTokens(text, known) };
	} catch (error) {
		return { problem: describeProblem(error) };
	}
}
