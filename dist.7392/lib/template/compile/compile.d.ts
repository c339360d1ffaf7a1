import type { Settings } from "../runtime.ts";
import type { Program } from "../syntax/ast.ts";
import type { Compiler } from "./compiler.ts";
import { type Unit } from "./frame.ts";
export interface CompileOptions {
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
export declare function compileProgram(program: Program, { settings, autoescape, load }: CompileOptions): Unit;
