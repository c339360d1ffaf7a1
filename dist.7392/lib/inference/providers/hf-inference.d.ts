import { completionPayload } from "../adapters/text.ts";
import type { TextGenerationOutput } from "../io/text-generation.ts";
import type { AudioToAudioOutput } from "../io.ts";
import type { Args, Call, TaskAdapter, Transport } from "../types.ts";
/** The hub's own inference service: one URL for each model; body and response depend on the task. */
export declare const hfInference: {
    readonly id: "hf-inference";
    readonly label: "HF Inference";
    readonly hubOrg: "hf-inference";
    readonly baseUrl: "https://router.huggingface.co/hf-inference";
    readonly routed: "always";
    readonly tasks: {
        readonly "text-to-image": TaskAdapter<import("../io.ts").ImageOutput>;
        readonly conversational: {
            readonly payload: (call: Call) => object;
            readonly encode?: (args: Args, transport: Transport) => Promise<Args>;
            readonly file?: "data-url" | "base64" | "body";
            readonly copies?: readonly string[];
            readonly baseUrl?: string;
            readonly inParts?: (args: Args, send: (args: Args) => Promise<unknown>) => Promise<unknown>;
            readonly route: ({ endpoint, model }: Call) => string;
            readonly parse: ({ data }: import("../types.ts").ProviderResponse) => import("../io.ts").TaskTypes["conversational"]["output"];
        };
        readonly "text-generation": {
            readonly route: ({ endpoint, model }: Call) => string;
            readonly payload: typeof completionPayload;
            readonly parse: ({ data }: import("../types.ts").ProviderResponse) => TextGenerationOutput;
        };
        readonly "text-classification": TaskAdapter<never>;
        readonly "question-answering": TaskAdapter<never>;
        readonly "audio-classification": TaskAdapter<never>;
        readonly "automatic-speech-recognition": TaskAdapter<never>;
        readonly "fill-mask": TaskAdapter<never>;
        readonly "feature-extraction": TaskAdapter<never>;
        readonly "image-classification": TaskAdapter<never>;
        readonly "image-segmentation": TaskAdapter<never>;
        readonly "document-question-answering": TaskAdapter<never>;
        readonly "image-to-text": TaskAdapter<never>;
        readonly "object-detection": TaskAdapter<never>;
        readonly "audio-to-audio": {
            readonly route: (call: Call) => string;
            readonly payload: (call: Call) => object;
            readonly copies?: readonly string[];
            readonly baseUrl?: string;
            readonly inParts?: (args: Args, send: (args: Args) => Promise<unknown>) => Promise<unknown>;
            readonly parse: (response: import("../types.ts").ProviderResponse) => AudioToAudioOutput[] | Promise<AudioToAudioOutput[]>;
            readonly encode: typeof rawBody;
            readonly file: "body";
        };
        readonly "zero-shot-image-classification": TaskAdapter<never>;
        readonly "zero-shot-classification": TaskAdapter<never>;
        readonly "image-to-image": TaskAdapter<never>;
        readonly "sentence-similarity": TaskAdapter<never>;
        readonly "table-question-answering": TaskAdapter<never>;
        readonly "tabular-classification": TaskAdapter<never>;
        readonly "text-to-speech": TaskAdapter<never>;
        readonly "token-classification": TaskAdapter<never>;
        readonly translation: TaskAdapter<never>;
        readonly summarization: TaskAdapter<never>;
        readonly "visual-question-answering": TaskAdapter<never>;
        readonly "tabular-regression": TaskAdapter<never>;
        readonly "text-to-audio": TaskAdapter<never>;
    };
};
/** For requests without a task: any input, any output. */
export declare const anyTask: TaskAdapter;
/**
 * Bytes are sent as the body; with parameters, which have no place there, as base64 in JSON. A string that is no URL is
 * sent unchanged, and so is any string in the older `data`.
 */
declare function rawBody(args: Args, transport: Transport): Promise<Args>;
export {};
