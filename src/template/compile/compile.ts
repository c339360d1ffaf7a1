import { isExhaustion, TemplateSyntaxError } from "../errors.ts";
import type { Settings } from "../runtime.ts";
import type { Program, Statement } from "../syntax/ast.ts";
import type { Source } from "../syntax/source.ts";
import { compileNode } from "./expressions.ts";
import { DONE, type Execute, type RenderBlock, type Signal, type Unit } from "./frame.ts";
import { declareNames } from "./names.ts";
import { type Compiler, type CompilerParts, charged, Layout, Leaves, Scope } from "./scope.ts";
import { compileStatement } from "./statements.ts";

export interface CompileOptions {
	readonly parts: CompilerParts;
	readonly settings: Settings;
	/** Whether output is escaped at first. */
	readonly autoescape: boolean;
	/** Finds other templates. */
	readonly load: Compiler["load"];
}

/**
 * Turns a syntax tree into functions that render it.
 *
 * @throws TemplateSyntaxError for what the grammar allows but the language does not
 */
export function compileProgram(program: Program, { parts, settings, autoescape, load }: CompileOptions): Unit {
	const isDerived = parts.isDerived(program);
	const compiler = new ProgramCompiler(parts, settings, program.source, load);
	const flags = { isSoft: false, isInLoop: false, escapes: autoescape, isExtensible: isDerived };
	const scope = new Scope(compiler, new Layout(), flags, undefined);
	declareNames(program.body, scope);
	let run: Execute;
	try {
		run = compiler.body(program.body, scope);
	} catch (error) {
		if (isExhaustion(error)) throw new TemplateSyntaxError("template is nested too deeply", program.source, 0);
		throw error;
	}
	compiler.leaves.clear();
	return {
		run,
		runIn: parts.runUnit,
		size: () => scope.layout.size,
		names: scope.names,
		blocks: compiler.blocks,
		sharesNames: isDerived || compiler.blocks.size > 0,
		autoescape,
		unknown: compiler.unknown,
	};
}

function runNone(): Signal {
	return DONE;
}

function runAll(statements: readonly Execute[]): Execute {
	return (frame) => {
		for (let index = 0; index < statements.length; index++) {
			const signal = statements[index]?.(frame);
			if (signal) return signal;
		}
		return DONE;
	};
}

class ProgramCompiler implements Compiler {
	readonly parts: CompilerParts;
	readonly settings: Settings;
	readonly source: Source;
	readonly load: Compiler["load"];
	readonly blocks = new Map<string, RenderBlock>();
	unknown: TemplateSyntaxError | undefined;
	readonly leaves = new Leaves();
	readonly compileNode = compileNode;

	constructor(parts: CompilerParts, settings: Settings, source: Source, load: Compiler["load"]) {
		this.parts = parts;
		this.settings = settings;
		this.source = source;
		this.load = load;
	}

	noteUnknown(error: TemplateSyntaxError): void {
		this.unknown ??= error;
	}

	body(nodes: readonly Statement[], scope: Scope): Execute {
		const statements: Execute[] = [];
		for (const node of nodes) {
			const execute = compileStatement(node, scope);
			if (execute) statements.push(charged(execute, this));
		}
		const [first, second] = statements;
		if (!first) return runNone;
		if (!second) return first;
		return runAll(statements);
	}
}
