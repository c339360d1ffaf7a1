import { TemplateSyntaxError } from "../errors.ts";
import type { Settings } from "../runtime.ts";
import type { Expression, Statement } from "../syntax/ast.ts";
import type { Source } from "../syntax/source.ts";
import type { Evaluate, Execute, RenderBlock, Unit } from "./frame.ts";
import type { Leaves } from "./leaves.ts";
import type { Scope } from "./scope.ts";

/** Functions that the parts of the compiler share, to reach each other. */
export interface Compiler {
	readonly settings: Settings;
	readonly source: Source;
	/** The blocks found so far. */
	readonly blocks: Map<string, RenderBlock>;
	/** Records that the template uses an unknown filter or test. */
	noteUnknown(error: TemplateSyntaxError): void;
	/** Compiled templates by name; undefined for unknown ones. */
	readonly load: ((name: string) => Unit | undefined) | undefined;
	/** The functions of literals and names, shared while a template is compiled: they are most of its expressions. */
	readonly leaves: Leaves;
	expression(node: Expression, scope: Scope): Evaluate;
	body(nodes: readonly Statement[], scope: Scope): Execute;
}

export function failAt(compiler: Compiler, message: string, offset: number): never {
	throw new TemplateSyntaxError(message, compiler.source, offset);
}
