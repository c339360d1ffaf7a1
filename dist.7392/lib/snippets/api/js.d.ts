import { type Code } from "../library/snippet.ts";
import { type WriteFile } from "./print.ts";
import type { FileInput, Value } from "./values.ts";
/** Import of functions for files; nothing where none are used. */
export declare function jsFileImport(...names: (string | undefined)[]): Code | undefined;
/** Returns a call; with several arguments each begins on a line of its own. */
export declare function jsCall(name: string, values: readonly Value[], writeFile?: WriteFile): Code;
/** Returns a file as a Blob. */
export declare function jsBlob({ name, type }: FileInput): string;
/** Reads a file into a variable, as base64. */
export declare function readFileJs({ name, variable }: FileInput): Code;
/** Returns the file that was read, as a data URL. */
export declare function jsDataUrl({ type, variable }: FileInput): string;
/** Returns the file that was read, as base64. */
export declare function jsBase64({ variable }: FileInput): string;
