import type { TextGenerationStreamOutput } from "../io/text-generation.ts";
/**
 * Returns a function that gives every event of a text generation the form of token events: `token.text`.
 *
 * Completion services send `choices[0].text`, chat services `choices[0].delta.content`. Their events keep their members;
 * `generated_text` is the whole text at the event that ends the choice, as with services that send tokens.
 */
export declare function createTokenReader(): (event: unknown) => TextGenerationStreamOutput;
