import type { Expression, Identifier, Statement } from "./ast.ts";
import type { TokenStream } from "./token-stream.ts";
/** Functions of the parser that the tags of this file use. */
export interface CompositionParser {
    expression(): Expression;
    target(): Expression;
    name(): Identifier;
    body(end: string): Statement[];
}
type TagReader = (offset: number) => Statement;
/** Parses the tags that combine templates; undefined for other tags. */
export declare function parseComposition(name: string, parser: CompositionParser, stream: TokenStream): TagReader | undefined;
export {};
