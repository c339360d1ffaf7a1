import type { TextGenerationOutput } from "../io/text-generation.ts";
import type { Args, Call, ProviderResponse, TaskAdapter } from "../types.ts";
export declare const together: {
    readonly id: "together";
    readonly label: "Together";
    readonly hubOrg: "togethercomputer";
    readonly baseUrl: "https://api.together.xyz";
    readonly tasks: {
        readonly "text-to-image": TaskAdapter<import("../io.ts").ImageOutput>;
        readonly conversational: TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": TaskAdapter<TextGenerationOutput>;
        readonly "image-to-image": {
            readonly route: () => string;
            readonly encode: (args: Args, transport: import("../types.ts").Transport) => Promise<Args>;
            readonly payload: (call: Call) => {
                prompt: {};
                response_format: string;
                model: string;
            };
            readonly parse: (response: ProviderResponse) => Promise<Blob>;
        };
        readonly "text-to-video": {
            readonly route: () => string;
            readonly payload: (call: Call) => {
                prompt: unknown;
                model: string;
            };
            readonly parse: typeof fetchVideo;
        };
        readonly "image-to-video": {
            readonly route: () => string;
            readonly encode: (args: Args, transport: import("../types.ts").Transport) => Promise<Args>;
            readonly payload: (call: Call) => {
                frame_images: {
                    input_image: unknown;
                    frame: string;
                }[];
                model: string;
            };
            readonly parse: typeof fetchVideo;
        };
        readonly "feature-extraction": TaskAdapter<import("../io.ts").FeatureExtractionOutput>;
        readonly "text-to-speech": TaskAdapter<Blob>;
        readonly "automatic-speech-recognition": TaskAdapter<import("../io.ts").AutomaticSpeechRecognitionOutput>;
    };
};
declare function fetchVideo(response: ProviderResponse): Promise<Blob>;
export {};
