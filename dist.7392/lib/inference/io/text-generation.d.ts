/** A JSON schema that the generated text has to follow. */
export interface TextGenerationInputJsonSchemaConfig {
    /** Name of the schema. */
    name?: string | null;
    /** A JSON Schema. */
    schema: unknown;
    [property: string]: unknown;
}
/** The grammar that the generated text has to follow. */
export type TextGenerationInputGrammarType = {
    /** What `value` is. */
    type: "json";
    /** The grammar itself. */
    value: unknown;
    [property: string]: unknown;
} | {
    /** What `value` is. */
    type: "regex";
    /** The grammar itself. */
    value: string;
    [property: string]: unknown;
} | {
    /** What `value` is. */
    type: "json_schema";
    /** The grammar itself. */
    value: TextGenerationInputJsonSchemaConfig;
    [property: string]: unknown;
};
/** Parameters of `text-generation`. */
export interface TextGenerationInputGenerateParameters {
    /** Id of the LoRA adapter to apply. */
    adapter_id?: string | null;
    /** Number of candidates to generate; the likeliest is returned. */
    best_of?: number | null;
    /** Also returns the prompt's tokens with their probabilities. Default: false. */
    decoder_input_details?: boolean;
    /** Also returns the tokens and why the text ended. Default: true. */
    details?: boolean;
    /** Draws tokens at random instead of always taking the likeliest. Default: false. */
    do_sample?: boolean;
    /** Lowers the odds of a token the more often it has occurred. */
    frequency_penalty?: number | null;
    /** Form the text has to take. */
    grammar?: TextGenerationInputGrammarType | null;
    /** Most tokens to generate. Default: 1024. */
    max_new_tokens?: number | null;
    /** Above 1 discourages repeating; 1 is neutral. */
    repetition_penalty?: number | null;
    /** Repeats the prompt at the start of the result. */
    return_full_text?: boolean | null;
    /** Seed of the random numbers; the same seed repeats a result. */
    seed?: number | null;
    /** Texts at which the generation ends. */
    stop?: string[];
    /** Randomness: near 0 is sober, above 1 is wild. */
    temperature?: number | null;
    /** Draws only from this many of the likeliest tokens. */
    top_k?: number | null;
    /** Also returns this many of the likeliest tokens at each step. */
    top_n_tokens?: number | null;
    /** Draws from the likeliest tokens that together reach this probability. */
    top_p?: number | null;
    /** Cuts the prompt to this many tokens. */
    truncate?: number | null;
    /** Share of probability kept by typical decoding. */
    typical_p?: number | null;
    /** Marks the text as generated, invisibly. Default: false. */
    watermark?: boolean;
    [property: string]: unknown;
}
/** Input of `text-generation`. */
export interface TextGenerationInput {
    /** The text to continue. */
    inputs: string;
    /** Options of the task. */
    parameters?: TextGenerationInputGenerateParameters;
    /** Sends the result piece by piece. Default: false. */
    stream?: boolean;
    [property: string]: unknown;
}
/** Why the generation ended. */
export type TextGenerationOutputFinishReason = "length" | "eos_token" | "stop_sequence";
/** A token of the prompt. */
export interface TextGenerationOutputPrefillToken {
    /** Number of the token in the vocabulary. */
    id: number;
    /** Natural logarithm of the token's probability. */
    logprob: number | null;
    /** The token as text. */
    text: string;
    [property: string]: unknown;
}
/** A generated token. */
export interface TextGenerationOutputToken {
    /** Number of the token in the vocabulary. */
    id: number;
    /** Natural logarithm of the token's probability. */
    logprob: number | null;
    /** Whether it is a special token. */
    special: boolean;
    /** The token as text. */
    text: string;
    [property: string]: unknown;
}
/** One of several generated sequences. */
export interface TextGenerationOutputBestOfSequence {
    /** Why the text ended. */
    finish_reason: TextGenerationOutputFinishReason;
    /** The whole text. */
    generated_text: string;
    /** Number of tokens generated. */
    generated_tokens: number;
    /** The prompt's tokens. */
    prefill: TextGenerationOutputPrefillToken[];
    /** Seed of the random numbers; the same seed repeats a result. */
    seed?: number | null;
    /** The generated tokens. */
    tokens: TextGenerationOutputToken[];
    /** The likeliest tokens at each step. */
    top_tokens?: TextGenerationOutputToken[][];
    [property: string]: unknown;
}
/** How a text was generated: its tokens, the seed, and why it ended. */
export interface TextGenerationOutputDetails {
    /** The other candidates, when `best_of` asked for several. */
    best_of_sequences?: TextGenerationOutputBestOfSequence[] | null;
    /** Why the text ended. */
    finish_reason: TextGenerationOutputFinishReason;
    /** Number of tokens generated. */
    generated_tokens: number;
    /** The prompt's tokens. */
    prefill: TextGenerationOutputPrefillToken[];
    /** Seed of the random numbers; the same seed repeats a result. */
    seed?: number | null;
    /** The generated tokens. */
    tokens: TextGenerationOutputToken[];
    /** The likeliest tokens at each step. */
    top_tokens?: TextGenerationOutputToken[][];
    [property: string]: unknown;
}
/** Output of `text-generation`. */
export interface TextGenerationOutput {
    /** Tokens and why the text ended, when asked for. */
    details?: TextGenerationOutputDetails | null;
    /** The whole text. */
    generated_text: string;
    [property: string]: unknown;
}
/** Why the generation ended. */
export type TextGenerationStreamOutputFinishReason = "length" | "eos_token" | "stop_sequence";
/** How the generation ended; it comes with the last token. */
export interface TextGenerationStreamOutputStreamDetails {
    /** Why the text ended. */
    finish_reason: TextGenerationStreamOutputFinishReason;
    /** Number of tokens generated. */
    generated_tokens: number;
    /** Length of the prompt, in tokens. */
    input_length: number;
    /** Seed of the random numbers; the same seed repeats a result. */
    seed?: number | null;
    [property: string]: unknown;
}
/** The token of one piece of a stream. */
export interface TextGenerationStreamOutputToken {
    /** Number of the token in the vocabulary. */
    id: number;
    /** Natural logarithm of the token's probability. */
    logprob: number | null;
    /** Whether it is a special token. */
    special: boolean;
    /** The token as text. */
    text: string;
    [property: string]: unknown;
}
/** One piece of a streamed output of `text-generation`. */
export interface TextGenerationStreamOutput {
    /** How the generation ended, with the last token only. */
    details?: TextGenerationStreamOutputStreamDetails | null;
    /** The whole text. */
    generated_text?: string | null;
    /** Number of the token, counted from 0. */
    index: number;
    /** The token. */
    token: TextGenerationStreamOutputToken;
    /** The likeliest tokens at each step. */
    top_tokens?: TextGenerationStreamOutputToken[];
    [property: string]: unknown;
}
