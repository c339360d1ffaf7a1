import { type Code } from "../library/snippet.ts";
import { type WriteFile } from "./print.ts";
import type { Token } from "./token.ts";
import type { FileInput, Members } from "./values.ts";
/** Import statements, with that of `os` first where the token comes from the environment. */
export declare function pythonImports(token: Token | undefined, ...statements: (string | undefined)[]): Code;
/** Returns a call with each argument on a line of its own. */
export declare function pythonCall(name: string, positional: readonly Code[], named: Members, writeFile?: WriteFile): Code;
/** Arguments of a chat. */
export declare function chatArguments(args: Members): Members;
/** Arguments of a method that names some and takes all others as `extra_body`. */
export declare function withExtraBody(args: Members, names: readonly string[]): Members;
/** Loop over the chunks of a streamed chat that prints the text. */
export declare const PYTHON_CHUNKS: Code;
/** Reads a file into a variable, as base64. */
export declare function readFilePython(file: FileInput): Code;
/** Returns the file that was read, as a data URL. */
export declare function pythonDataUrl({ type, variable }: FileInput): string;
/** Returns the file that was read, as base64. */
export declare function pythonBase64({ variable }: FileInput): string;
