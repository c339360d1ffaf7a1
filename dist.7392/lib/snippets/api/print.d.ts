import { Code } from "../library/snippet.ts";
import { FileInput, type Value } from "./values.ts";
/** How a snippet writes a file among the values. */
export type WriteFile = (file: FileInput) => string;
/** Returns a value as JSON, over several lines. */
export declare function printJson(value: Value, writeFile?: WriteFile): string;
/** Returns a value as JSON on one line. */
export declare function printJsonLine(value: Value): string;
/** Returns a value as a Python literal, over several lines. */
export declare function printPython(value: Value, writeFile?: WriteFile): Code;
/** Returns a value as a Python literal on one line. */
export declare function printPythonLine(value: Value, writeFile?: WriteFile): Code;
/** Returns a value as a JavaScript literal, over several lines. */
export declare function printJs(value: Value, writeFile?: WriteFile): Code;
/** Returns a value as a JavaScript literal without a comma after the last entry. */
export declare function printPlainJs(value: Value): string;
