import type { ImageSegmentationOutput } from "../../io/image.ts";
import type { AudioToAudioOutput } from "../../io.ts";
import type { ProviderResponse, TaskAdapter } from "../../types.ts";
export declare const falAi: {
    readonly id: "fal-ai";
    readonly label: "Fal.ai";
    readonly hubOrg: "fal";
    readonly baseUrl: "https://fal.run";
    readonly scheme: "Key";
    readonly tasks: {
        readonly "text-to-image": TaskAdapter<import("../../io.ts").ImageOutput>;
        readonly "text-to-speech": {
            readonly route: ({ model }: import("../../types.ts").Call) => string;
            readonly payload: ({ args }: import("../../types.ts").Call) => {
                text: unknown;
            };
            readonly parse: (response: ProviderResponse) => Promise<Blob>;
        };
        readonly "text-to-video": TaskAdapter<Blob>;
        readonly "image-to-image": TaskAdapter<Blob>;
        readonly "automatic-speech-recognition": {
            readonly route: ({ model }: import("../../types.ts").Call) => string;
            readonly encode: (args: import("../../types.ts").Args, transport: import("../../types.ts").Transport) => Promise<{
                inputs: string;
            }>;
            readonly payload: ({ args: { inputs, ...others } }: import("../../types.ts").Call) => {
                [name: string]: unknown;
                parameters?: Record<string, unknown> | undefined;
                data?: unknown;
            };
            readonly parse: ({ data }: ProviderResponse) => {
                text: string;
                chunks?: import("../../io.ts").AutomaticSpeechRecognitionOutputChunk[];
            };
        };
        readonly "image-segmentation": TaskAdapter<ImageSegmentationOutput>;
        readonly "image-to-video": TaskAdapter<Blob>;
        readonly "audio-to-audio": TaskAdapter<AudioToAudioOutput[]>;
        readonly "text-to-audio": TaskAdapter<Blob>;
        readonly "image-text-to-image": TaskAdapter<Blob>;
        readonly "image-text-to-video": TaskAdapter<Blob>;
    };
};
