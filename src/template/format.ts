import {
	closeTest,
	formatApplied,
	formatArguments,
	formatExpression,
	formatIterable,
	formatSource,
} from "./format-expression.ts";
import type { For, If, Program, SetStatement, Statement } from "./syntax/ast.ts";

/**
 * Template source in a uniform layout: one node per line, bodies indented. It renders what the original renders,
 * and formatting it again changes nothing.
 *
 * @param indent spaces of one level, or its text; absent, empty or 0: a tab
 * @param escapes whether the template is rendered with `autoescape` on. Default false.
 */
export function formatProgram(program: Program, indent: number | string = "\t", escapes = false): string {
	const unit = typeof indent === "number" ? " ".repeat(indent) : indent;
	return new Formatter(unit === "" ? "\t" : unit, escapes).body(program.body, "");
}

class Formatter {
	readonly #unit: string;
	/** With escaping on, text that becomes an expression must be marked safe. */
	#escapes: boolean;

	constructor(unit: string, escapes: boolean) {
		this.#unit = unit;
		this.#escapes = escapes;
	}

	/** Statements on separate lines; no statements give an empty line. */
	body(nodes: readonly Statement[], margin: string): string {
		return nodes.map((node) => margin + this.#statement(node, margin)).join("\n");
	}

	#inner(nodes: readonly Statement[], margin: string): string {
		return `\n${this.body(nodes, margin + this.#unit)}\n${margin}`;
	}

	#block(tag: string, nodes: readonly Statement[], end: string, margin: string): string {
		return `{%- ${tag} -%}${this.#inner(nodes, margin)}{%- ${end} -%}`;
	}

	#statement(node: Statement, margin: string): string {
		switch (node.type) {
			case "If":
				return this.#if(node, margin);
			case "For":
				return this.#for(node, margin);
			case "Break":
				return "{%- break -%}";
			case "Continue":
				return "{%- continue -%}";
			case "Set":
				return this.#set(node, margin);
			case "Macro":
				return this.#block(`macro ${node.name.value}${formatArguments(node.args)}`, node.body, "endmacro", margin);
			case "CallStatement": {
				const parameters = node.callerArgs ? formatArguments(node.callerArgs) : "";
				return this.#block(`call${parameters} ${formatExpression(node.call)}`, node.body, "endcall", margin);
			}
			case "FilterStatement": {
				const filters = [node.filter, ...node.more].map(formatApplied).join(" | ");
				return this.#block(`filter ${filters}`, node.body, "endfilter", margin);
			}
			case "Comment":
				return `{# ${node.value.trim()} #}`;
			case "Generation":
				return this.#block("generation", node.body, "endgeneration", margin);
			case "With": {
				const bindings = node.bindings.map(
					({ target, value }) => `${formatExpression(target)}=${formatExpression(value)}`,
				);
				return this.#block(["with", bindings.join(", ")].join(" ").trim(), node.body, "endwith", margin);
			}
			case "Autoescape": {
				const outer = this.#escapes;
				this.#escapes = true;
				const text = this.#block(`autoescape ${formatExpression(node.enabled)}`, node.body, "endautoescape", margin);
				this.#escapes = outer;
				return text;
			}
			case "Block": {
				const marks = `${node.scoped ? " scoped" : ""}${node.required ? " required" : ""}`;
				// A required block must not contain expressions, and its content is never shown.
				const body = node.required ? node.body.filter((child) => child.type === "Comment") : node.body;
				return this.#block(`block ${node.name}${marks}`, body, "endblock", margin);
			}
			case "Do":
				return `{%- do ${formatExpression(node.expression)} -%}`;
			case "StringLiteral":
				return `{{- ${formatExpression(node)}${node.isText && this.#escapes ? " | safe" : ""} -}}`;
			default:
				return formatReference(node) ?? `{{- ${formatExpression(node as Exclude<typeof node, Reference>)} -}}`;
		}
	}

	#if(node: If, margin: string): string {
		let text = `{%- if ${formatIterable(node.test)} -%}${this.#inner(node.body, margin)}`;
		let { alternate } = node;
		for (let [branch] = alternate; branch?.type === "If" && alternate.length === 1; [branch] = alternate) {
			text += `{%- elif ${formatIterable(branch.test)} -%}${this.#inner(branch.body, margin)}`;
			alternate = branch.alternate;
		}
		if (alternate.length > 0) text += `{%- else -%}${this.#inner(alternate, margin)}`;
		return `${text}{%- endif -%}`;
	}

	#for(node: For, margin: string): string {
		const { iterable } = node;
		const source = formatSource(iterable, node.recursive);
		const mark = node.recursive ? " recursive" : "";
		const opening = `{%- for ${formatExpression(node.loopvar)} in ${source}${mark} -%}${this.#inner(node.body, margin)}`;
		const otherwise = node.defaultBlock.length > 0 ? `{%- else -%}${this.#inner(node.defaultBlock, margin)}` : "";
		return `${opening}${otherwise}{%- endfor -%}`;
	}

	#set(node: SetStatement, margin: string): string {
		const target = formatExpression(node.assignee);
		if (node.value) return `{%- set ${target} = ${formatExpression(node.value)} -%}`;
		const filters = node.filters.map((filter) => ` | ${formatApplied(filter)}`).join("");
		return this.#block(`set ${target}${filters}`, node.body, "endset", margin);
	}
}

type Reference = Extract<Statement, { type: "Extends" | "Include" | "Import" | "FromImport" }>;

/** Tags that name another template; undefined for everything else. */
function formatReference(node: Statement): string | undefined {
	switch (node.type) {
		case "Extends":
			return `{%- extends ${formatExpression(node.template)} -%}`;
		case "Include": {
			const missing = node.ignoreMissing ? " ignore missing" : "";
			return `{%- include ${closeTest(formatExpression(node.template))}${missing}${formatContext(node.withContext)} -%}`;
		}
		case "Import":
			return `{%- import ${closeTest(formatExpression(node.template))} as ${node.name.value}${formatContext(node.withContext)} -%}`;
		case "FromImport": {
			const names = node.names.map(({ name, alias }) => name.value + (alias ? ` as ${alias.value}` : ""));
			return `{%- from ${closeTest(formatExpression(node.template))} import ${names.join(", ")}${formatContext(node.withContext)} -%}`;
		}
		default:
			return undefined;
	}
}

function formatContext(withContext: boolean | undefined): string {
	return withContext === undefined ? "" : ` ${withContext ? "with" : "without"} context`;
}
