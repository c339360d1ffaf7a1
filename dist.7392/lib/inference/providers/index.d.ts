import type { Provider } from "../types.ts";
/**
 * Every provider. The order is that of messages ("Available providers: …"); everything else that lists providers
 * (ids, types, help, completion) derives from here.
 */
declare const ALL: readonly [{
    readonly id: "black-forest-labs";
    readonly label: "Black Forest Labs";
    readonly hubOrg: "black-forest-labs";
    readonly baseUrl: "https://api.us1.bfl.ai";
    readonly scheme: "X-Key";
    readonly tasks: {
        readonly "text-to-image": {
            readonly route: ({ model }: import("../types.ts").Call) => string;
            readonly payload: typeof import("../adapters/image.ts").promptPayload;
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<import("../io.ts").ImageOutput>;
        };
    };
}, {
    readonly id: "cerebras";
    readonly label: "Cerebras";
    readonly hubOrg: "cerebras";
    readonly baseUrl: "https://api.cerebras.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
}, {
    readonly id: "cohere";
    readonly label: "Cohere";
    readonly hubOrg: "CohereLabs";
    readonly baseUrl: "https://api.cohere.com";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
}, {
    readonly id: "fal-ai";
    readonly label: "Fal.ai";
    readonly hubOrg: "fal";
    readonly baseUrl: "https://fal.run";
    readonly scheme: "Key";
    readonly tasks: {
        readonly "text-to-image": import("../types.ts").TaskAdapter<import("../io.ts").ImageOutput>;
        readonly "text-to-speech": {
            readonly route: ({ model }: import("../types.ts").Call) => string;
            readonly payload: ({ args }: import("../types.ts").Call) => {
                text: unknown;
            };
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<Blob>;
        };
        readonly "text-to-video": import("../types.ts").TaskAdapter<Blob>;
        readonly "image-to-image": import("../types.ts").TaskAdapter<Blob>;
        readonly "automatic-speech-recognition": {
            readonly route: ({ model }: import("../types.ts").Call) => string;
            readonly encode: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<{
                inputs: string;
            }>;
            readonly payload: ({ args: { inputs, ...others } }: import("../types.ts").Call) => {
                [name: string]: unknown;
                parameters?: Record<string, unknown> | undefined;
                data?: unknown;
            };
            readonly parse: ({ data }: import("../types.ts").ProviderResponse) => {
                text: string;
                chunks?: import("../io.ts").AutomaticSpeechRecognitionOutputChunk[];
            };
        };
        readonly "image-segmentation": import("../types.ts").TaskAdapter<import("../io.ts").ImageSegmentationOutput>;
        readonly "image-to-video": import("../types.ts").TaskAdapter<Blob>;
        readonly "audio-to-audio": import("../types.ts").TaskAdapter<import("../io.ts").AudioToAudioOutput[]>;
        readonly "text-to-audio": import("../types.ts").TaskAdapter<Blob>;
        readonly "image-text-to-image": import("../types.ts").TaskAdapter<Blob>;
        readonly "image-text-to-video": import("../types.ts").TaskAdapter<Blob>;
    };
}, {
    readonly id: "featherless-ai";
    readonly label: "Featherless AI";
    readonly hubOrg: "featherless-ai";
    readonly baseUrl: "https://api.featherless.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
    };
}, {
    readonly id: "hf-inference";
    readonly label: "HF Inference";
    readonly hubOrg: "hf-inference";
    readonly baseUrl: "https://router.huggingface.co/hf-inference";
    readonly routed: "always";
    readonly tasks: {
        readonly "text-to-image": import("../types.ts").TaskAdapter<import("../io.ts").ImageOutput>;
        readonly conversational: {
            readonly payload: (call: import("../types.ts").Call) => object;
            readonly encode?: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<import("../types.ts").Args>;
            readonly file?: "data-url" | "base64" | "body";
            readonly copies?: readonly string[];
            readonly baseUrl?: string;
            readonly inParts?: (args: import("../types.ts").Args, send: (args: import("../types.ts").Args) => Promise<unknown>) => Promise<unknown>;
            readonly route: ({ endpoint, model }: import("../types.ts").Call) => string;
            readonly parse: ({ data }: import("../types.ts").ProviderResponse) => import("../io.ts").TaskTypes["conversational"]["output"];
        };
        readonly "text-generation": {
            readonly route: ({ endpoint, model }: import("../types.ts").Call) => string;
            readonly payload: typeof import("../adapters/text.ts").completionPayload;
            readonly parse: ({ data }: import("../types.ts").ProviderResponse) => import("../io.ts").TextGenerationOutput;
        };
        readonly "text-classification": import("../types.ts").TaskAdapter<never>;
        readonly "question-answering": import("../types.ts").TaskAdapter<never>;
        readonly "audio-classification": import("../types.ts").TaskAdapter<never>;
        readonly "automatic-speech-recognition": import("../types.ts").TaskAdapter<never>;
        readonly "fill-mask": import("../types.ts").TaskAdapter<never>;
        readonly "feature-extraction": import("../types.ts").TaskAdapter<never>;
        readonly "image-classification": import("../types.ts").TaskAdapter<never>;
        readonly "image-segmentation": import("../types.ts").TaskAdapter<never>;
        readonly "document-question-answering": import("../types.ts").TaskAdapter<never>;
        readonly "image-to-text": import("../types.ts").TaskAdapter<never>;
        readonly "object-detection": import("../types.ts").TaskAdapter<never>;
        readonly "audio-to-audio": {
            readonly route: (call: import("../types.ts").Call) => string;
            readonly payload: (call: import("../types.ts").Call) => object;
            readonly copies?: readonly string[];
            readonly baseUrl?: string;
            readonly inParts?: (args: import("../types.ts").Args, send: (args: import("../types.ts").Args) => Promise<unknown>) => Promise<unknown>;
            readonly parse: (response: import("../types.ts").ProviderResponse) => import("../io.ts").AudioToAudioOutput[] | Promise<import("../io.ts").AudioToAudioOutput[]>;
            readonly encode: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<import("../types.ts").Args>;
            readonly file: "body";
        };
        readonly "zero-shot-image-classification": import("../types.ts").TaskAdapter<never>;
        readonly "zero-shot-classification": import("../types.ts").TaskAdapter<never>;
        readonly "image-to-image": import("../types.ts").TaskAdapter<never>;
        readonly "sentence-similarity": import("../types.ts").TaskAdapter<never>;
        readonly "table-question-answering": import("../types.ts").TaskAdapter<never>;
        readonly "tabular-classification": import("../types.ts").TaskAdapter<never>;
        readonly "text-to-speech": import("../types.ts").TaskAdapter<never>;
        readonly "token-classification": import("../types.ts").TaskAdapter<never>;
        readonly translation: import("../types.ts").TaskAdapter<never>;
        readonly summarization: import("../types.ts").TaskAdapter<never>;
        readonly "visual-question-answering": import("../types.ts").TaskAdapter<never>;
        readonly "tabular-regression": import("../types.ts").TaskAdapter<never>;
        readonly "text-to-audio": import("../types.ts").TaskAdapter<never>;
    };
}, {
    readonly id: "fireworks-ai";
    readonly label: "Fireworks AI";
    readonly hubOrg: "fireworks-ai";
    readonly baseUrl: "https://api.fireworks.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
}, {
    readonly id: "groq";
    readonly label: "Groq";
    readonly hubOrg: "groq";
    readonly baseUrl: "https://api.groq.com";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
    };
}, {
    readonly id: "hyperbolic";
    readonly label: "Hyperbolic";
    readonly hubOrg: "Hyperbolic";
    readonly baseUrl: "https://api.hyperbolic.xyz";
    readonly tasks: {
        readonly "text-to-image": import("../types.ts").TaskAdapter<import("../io.ts").ImageOutput>;
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
    };
}, {
    readonly id: "nebius";
    readonly label: "Nebius";
    readonly hubOrg: "nebius";
    readonly baseUrl: "https://api.studio.nebius.ai";
    readonly tasks: {
        readonly "text-to-image": import("../types.ts").TaskAdapter<import("../io.ts").ImageOutput>;
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
        readonly "feature-extraction": import("../types.ts").TaskAdapter<import("../io.ts").FeatureExtractionOutput>;
    };
}, {
    readonly id: "novita";
    readonly label: "Novita";
    readonly hubOrg: "novita";
    readonly baseUrl: "https://api.novita.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
        readonly "text-to-video": {
            readonly route: ({ model }: import("../types.ts").Call) => string;
            readonly payload: ({ args }: import("../types.ts").Call) => {
                steps?: {} | null;
                prompt: unknown;
            };
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<Blob>;
        };
    };
}, {
    readonly id: "nscale";
    readonly label: "Nscale";
    readonly hubOrg: "nscale";
    readonly baseUrl: "https://inference.api.nscale.com";
    readonly tasks: {
        readonly "text-to-image": import("../types.ts").TaskAdapter<import("../io.ts").ImageOutput>;
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
}, {
    readonly id: "openai";
    readonly label: "OpenAI";
    readonly hubOrg: "openai";
    readonly baseUrl: "https://api.openai.com";
    readonly routed: "never";
    readonly closedSource: true;
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
}, {
    readonly id: "ovhcloud";
    readonly label: "OVHcloud";
    readonly hubOrg: "ovhcloud";
    readonly baseUrl: "https://oai.endpoints.kepler.ai.cloud.ovh.net";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
    };
}, {
    readonly id: "publicai";
    readonly label: "Public AI";
    readonly hubOrg: "publicai";
    readonly baseUrl: "https://api.publicai.co";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
}, {
    readonly id: "replicate";
    readonly label: "Replicate";
    readonly hubOrg: "replicate";
    readonly baseUrl: "https://api.replicate.com";
    readonly headers: {
        readonly Prefer: "wait";
    };
    readonly tasks: {
        readonly "text-to-image": {
            readonly route: ({ model }: import("../types.ts").Call) => string;
            readonly payload: (call: import("../types.ts").Call) => object;
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<import("../io.ts").ImageOutput>;
        };
        readonly "text-to-speech": {
            readonly route: ({ model }: import("../types.ts").Call) => string;
            readonly payload: (call: import("../types.ts").Call) => object;
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<Blob>;
        };
        readonly "text-to-video": {
            readonly route: ({ model }: import("../types.ts").Call) => string;
            readonly payload: (call: import("../types.ts").Call) => object;
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<Blob>;
        };
        readonly "image-to-image": {
            readonly route: ({ model }: import("../types.ts").Call) => string;
            readonly encode: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<import("../types.ts").Args>;
            readonly copies: readonly ["image", "images", "input_images"];
            readonly payload: (call: import("../types.ts").Call) => object;
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<Blob>;
        };
        readonly "automatic-speech-recognition": {
            readonly route: ({ model }: import("../types.ts").Call) => string;
            readonly encode: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<{
                inputs: string;
            }>;
            readonly payload: (call: import("../types.ts").Call) => object;
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<{
                text: string;
            }>;
        };
    };
}, {
    readonly id: "sambanova";
    readonly label: "SambaNova";
    readonly hubOrg: "sambanovasystems";
    readonly baseUrl: "https://api.sambanova.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "feature-extraction": import("../types.ts").TaskAdapter<import("../io.ts").FeatureExtractionOutput>;
    };
}, {
    readonly id: "scaleway";
    readonly label: "Scaleway";
    readonly hubOrg: "scaleway";
    readonly baseUrl: "https://api.scaleway.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
        readonly "feature-extraction": import("../types.ts").TaskAdapter<import("../io.ts").FeatureExtractionOutput>;
    };
}, {
    readonly id: "together";
    readonly label: "Together";
    readonly hubOrg: "togethercomputer";
    readonly baseUrl: "https://api.together.xyz";
    readonly tasks: {
        readonly "text-to-image": import("../types.ts").TaskAdapter<import("../io.ts").ImageOutput>;
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
        readonly "image-to-image": {
            readonly route: () => string;
            readonly encode: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<import("../types.ts").Args>;
            readonly payload: (call: import("../types.ts").Call) => {
                prompt: {};
                response_format: string;
                model: string;
            };
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<Blob>;
        };
        readonly "text-to-video": {
            readonly route: () => string;
            readonly payload: (call: import("../types.ts").Call) => {
                prompt: unknown;
                model: string;
            };
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<Blob>;
        };
        readonly "image-to-video": {
            readonly route: () => string;
            readonly encode: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<import("../types.ts").Args>;
            readonly payload: (call: import("../types.ts").Call) => {
                frame_images: {
                    input_image: unknown;
                    frame: string;
                }[];
                model: string;
            };
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<Blob>;
        };
        readonly "feature-extraction": import("../types.ts").TaskAdapter<import("../io.ts").FeatureExtractionOutput>;
        readonly "text-to-speech": import("../types.ts").TaskAdapter<Blob>;
        readonly "automatic-speech-recognition": import("../types.ts").TaskAdapter<import("../io.ts").AutomaticSpeechRecognitionOutput>;
    };
}, {
    readonly id: "zai-org";
    readonly label: "Z.ai";
    readonly hubOrg: "zai-org";
    readonly baseUrl: "https://api.z.ai";
    readonly headers: {
        readonly "x-source-channel": "hugging_face";
        readonly "accept-language": "en-US,en";
    };
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-to-image": {
            readonly route: () => string;
            readonly payload: ({ args, model }: import("../types.ts").Call) => {
                model: string;
                prompt: unknown;
            };
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<import("../io.ts").ImageOutput>;
        };
        readonly "image-to-text": {
            readonly route: () => string;
            readonly encode: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<{
                inputs: string;
            }>;
            readonly payload: ({ args, model }: import("../types.ts").Call) => {
                model: string;
                file: unknown;
            };
            readonly parse: ({ data }: import("../types.ts").ProviderResponse) => {
                generated_text: string;
                generatedText: string;
            };
        };
    };
}, {
    readonly id: "baseten";
    readonly label: "Baseten";
    readonly hubOrg: "baseten";
    readonly baseUrl: "https://inference.baseten.co";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
}, {
    readonly id: "clarifai";
    readonly label: "Clarifai";
    readonly hubOrg: "clarifai";
    readonly baseUrl: "https://api.clarifai.com";
    readonly scheme: "Key";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
}, {
    readonly id: "deepinfra";
    readonly label: "DeepInfra";
    readonly hubOrg: "DeepInfra";
    readonly baseUrl: "https://api.deepinfra.com";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
        readonly "automatic-speech-recognition": import("../types.ts").TaskAdapter<import("../io.ts").AutomaticSpeechRecognitionOutput>;
        readonly "text-to-speech": import("../types.ts").TaskAdapter<Blob>;
        readonly "feature-extraction": import("../types.ts").TaskAdapter<import("../io.ts").FeatureExtractionOutput>;
    };
}, {
    readonly id: "nvidia";
    readonly label: "NVIDIA";
    readonly hubOrg: "nvidia";
    readonly baseUrl: "https://integrate.api.nvidia.com";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
}, {
    readonly id: "wavespeed";
    readonly label: "WaveSpeedAI";
    readonly hubOrg: "wavespeed";
    readonly baseUrl: "https://api.wavespeed.ai";
    readonly tasks: {
        readonly "text-to-image": {
            readonly route: (call: import("../types.ts").Call) => string;
            readonly payload: (call: import("../types.ts").Call) => object;
            readonly encode?: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<import("../types.ts").Args>;
            readonly file?: "data-url" | "base64" | "body";
            readonly copies?: readonly string[];
            readonly baseUrl?: string;
            readonly inParts?: (args: import("../types.ts").Args, send: (args: import("../types.ts").Args) => Promise<unknown>) => Promise<unknown>;
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<import("../io.ts").ImageOutput>;
        };
        readonly "text-to-video": import("../types.ts").TaskAdapter<Blob>;
        readonly "image-to-image": import("../types.ts").TaskAdapter<Blob>;
        readonly "image-to-video": import("../types.ts").TaskAdapter<Blob>;
        readonly "image-text-to-image": import("../types.ts").TaskAdapter<Blob>;
        readonly "image-text-to-video": import("../types.ts").TaskAdapter<Blob>;
    };
}];
/** Id of a provider, such as `fal-ai`. */
export type InferenceProvider = (typeof ALL)[number]["id"];
/** Id of a provider, or `auto`: let the hub choose. */
export type InferenceProviderOrPolicy = InferenceProvider | "auto";
/** Every provider, in the order of messages. */
export declare const ALL_PROVIDERS: readonly Provider[];
/** Ids of all providers, alphabetically. */
export declare const INFERENCE_PROVIDERS: readonly InferenceProvider[];
/** Ids of all providers, and `auto`. */
export declare const PROVIDERS_OR_POLICIES: readonly InferenceProviderOrPolicy[];
/** Provider id → its organization on the hub. */
export declare const PROVIDERS_HUB_ORGS: Record<InferenceProvider, string>;
export {};
