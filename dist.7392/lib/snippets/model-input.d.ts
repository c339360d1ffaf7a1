import type { ModelDataMinimal } from "../catalogue/index.ts";
import { type ChatMessage } from "./inputs.ts";
/**
 * Returns an example input of a model as source text, for use in code: texts and file names in double quotes, objects
 * as JSON, columns as JSON on one line in single quotes. A chat is returned as messages.
 *
 * @param noWrap Puts the text on one line.
 * @param noQuotes Takes the double quotes around the text away.
 */
export declare function getModelInputSnippet(model: ModelDataMinimal, noWrap?: boolean, noQuotes?: boolean): string | Pick<ChatMessage, "role" | "content">[];
