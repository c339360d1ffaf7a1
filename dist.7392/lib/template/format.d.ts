import type { Program } from "./syntax/ast.ts";
/**
 * Template source in a uniform layout: one node per line, bodies indented. It renders what the original renders,
 * and formatting it again changes nothing.
 *
 * @param indent spaces of one level, or its text; absent, empty or 0: a tab
 * @param escapes whether the template is rendered with `autoescape` on. Default false.
 */
export declare function formatProgram(program: Program, indent?: number | string, escapes?: boolean): string;
