import type { ModelData, ModelDataMinimal } from "../catalogue/index.ts";
/** Placeholder for a base model that the record does not name. */
export declare const UNKNOWN_BASE_MODEL = "fill-in-base-model";
/** Returns the tags in their order. The hub leaves `tags` out of some records. */
export declare function readTags({ tags }: Pick<ModelDataMinimal, "tags">): string[];
/** Whether the record carries exactly this tag. */
export declare function hasTag(model: Pick<ModelDataMinimal, "tags">, tag: string): boolean;
/** Returns the part of the id after the organization; the whole id where there is none. */
export declare function readName(model: ModelData): string;
/** Returns the (first) base model the card names. */
export declare function readBaseModel(model: ModelData): string;
/** Returns the mask token: the placeholder for a word to guess. */
export declare function readMask({ mask_token }: Pick<ModelDataMinimal, "mask_token">, otherwise: string): string;
/** Text of the first widget example. */
export declare function readWidgetText(model: ModelData): string | undefined;
/** Returns the sentences of the first widget example, the one they are compared with first. */
export declare function readWidgetSentences(model: ModelData): string[] | undefined;
/** Returns a prompt for a generative model: the widget's text, else the card's prompt; the default where that is empty. */
export declare function readPrompt(model: ModelData, otherwise: string): string;
/** Whether the record holds a chat template, wherever libraries keep it. */
export declare function hasChatTemplate({ config }: ModelData): boolean;
