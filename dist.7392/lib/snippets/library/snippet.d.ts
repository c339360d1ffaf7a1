import type { ModelData } from "../../catalogue/index.ts";
/** Language of a snippet; `text` is a plain sentence for people. */
export type SnippetLanguage = "python" | "js" | "sh" | "csharp" | "text";
/** A piece of code that goes into a snippet as it is. A class, because anything may be in a record's JSON. */
export declare class Code {
    readonly content: string;
    constructor(content: string);
}
export declare class Snippet extends Code {
    readonly language: SnippetLanguage;
    /** Tells it from the library's other snippets for the model, such as `pipeline`. */
    readonly variant: string | undefined;
    constructor(language: SnippetLanguage, content: string, variant?: string);
    /** Returns the snippet under the name of a variant. */
    named(variant: string): Snippet;
}
/** Model record → its snippets for one library, in the order to show them; none when the library cannot use it. */
export type Generator = (model: ModelData) => Snippet[];
/** Library id → generator. */
export type GeneratorTable = Readonly<Record<string, Generator>>;
type Value = string | number | Code;
type SnippetTag = (parts: TemplateStringsArray, ...values: Value[]) => Snippet;
/**
 * Template tags, one a language. The margin of tabs is taken off. A text becomes a literal of the language, so that
 * nothing from a model record is ever run; only `Code` goes in bare, its further lines as deep as its first.
 */
export declare const python: SnippetTag;
export declare const js: SnippetTag;
export declare const csharp: SnippetTag;
export declare const sh: SnippetTag;
/** Marks text as code. Never for text from a record that was not checked against a pattern. */
export declare function code(content: string): Code;
/** Returns a string as a command's last argument, which is not an option even when it starts with a hyphen. */
export declare function operand(word: string): Code;
/** Returns a sentence instead of code. */
export declare function text(content: string): Snippet;
/** Pieces one below the other; those left out leave no gap. */
export declare function lines(...pieces: (Code | undefined)[]): Code;
/** Pieces with an empty line between them; those left out leave no gap. */
export declare function paragraphs(...pieces: (Code | undefined)[]): Code;
/** Arguments of a call, separated by commas; those left out leave no gap. */
export declare function commaList(...pieces: (Code | undefined)[]): Code;
export {};
