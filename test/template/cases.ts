import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { isTemplateError, type Template, type TemplateOptions } from "../../src/template/index.ts";

/** What a case expects: a text, or an error. */
export interface Expectation {
	readonly expected?: string;
	readonly error?: { readonly kind: string; readonly message: string };
}

/** The folder of the fixtures. */
export const FIXTURES = fileURLToPath(new URL("../fixtures/template/", import.meta.url));

/** The local time that the cases take for the present. */
export const NOW = new Date("2024-07-26T14:05:09");

/** Kinds of errors whose message is part of the behavior whatever caused them. */
const EXACT_KINDS = ["raised", "undefined"];

/**
 * Compares what a function gives, or throws, with what a case expects.
 *
 * @param isExact whether the message must be equal whatever the kind of error
 */
export function check(run: () => string, { expected, error }: Expectation, isExact = false): void {
	if (!error) {
		expect(run()).toBe(expected);
		return;
	}
	let thrown: unknown;
	try {
		run();
	} catch (caught) {
		thrown = caught;
	}
	if (!isTemplateError(thrown)) expect.fail(`expected an error of kind ${error.kind}, got ${String(thrown)}`);
	expect(thrown.kind).toBe(error.kind);
	if (isExact || EXACT_KINDS.includes(error.kind)) expect(thrown.message).toBe(error.message);
}

/** One of our own fixtures: a context, a template and what comes of it. */
export interface Fixture extends Expectation {
	readonly name: string;
	readonly template: string;
	readonly context: Record<string, unknown>;
	readonly options: TemplateOptions;
}

/**
 * Reads the text fixtures: context (JSON; the key `$options` holds options), template and output, with lines of three
 * hyphens between. An output that begins with `! kind: ` is an error.
 */
export function readFixtures(): Fixture[] {
	return readdirSync(FIXTURES)
		.filter((file) => file.endsWith(".txt"))
		.map((file) => {
			const [head = "", template = "", output = ""] = readFileSync(FIXTURES + file, "utf8").split(/^---\n/m);
			const { $options = {}, ...context } = JSON.parse(head) as Record<string, unknown>;
			const failure = /^! (\w+): ([\s\S]*)\n$/.exec(output);
			const result: Expectation = failure
				? { error: { kind: failure[1] ?? "", message: failure[2] ?? "" } }
				: { expected: output.replace(/\n$/, "") };
			return {
				name: file.replace(".txt", ""),
				template,
				context,
				options: { now: NOW, ...($options as TemplateOptions) },
				...result,
			};
		});
}

/** Renders a template, or gives the message of its error. */
export function renderOrExplain(template: Template, context: Record<string, unknown>): string {
	try {
		return template.render(context);
	} catch (error) {
		if (!isTemplateError(error)) throw error;
		// Formatting moves things to other lines.
		return `${error.kind}: ${error.message.replace(/line \d+/g, "line")}`;
	}
}
