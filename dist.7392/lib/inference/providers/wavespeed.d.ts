import type { ImageOutput } from "../io.ts";
import type { Call, ProviderResponse, TaskAdapter } from "../types.ts";
export declare const wavespeed: {
    readonly id: "wavespeed";
    readonly label: "WaveSpeedAI";
    readonly hubOrg: "wavespeed";
    readonly baseUrl: "https://api.wavespeed.ai";
    readonly tasks: {
        readonly "text-to-image": {
            readonly route: (call: Call) => string;
            readonly payload: (call: Call) => object;
            readonly encode?: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<import("../types.ts").Args>;
            readonly file?: "data-url" | "base64" | "body";
            readonly copies?: readonly string[];
            readonly baseUrl?: string;
            readonly inParts?: (args: import("../types.ts").Args, send: (args: import("../types.ts").Args) => Promise<unknown>) => Promise<unknown>;
            readonly parse: typeof deliver;
        };
        readonly "text-to-video": TaskAdapter<Blob>;
        readonly "image-to-image": TaskAdapter<Blob>;
        readonly "image-to-video": TaskAdapter<Blob>;
        readonly "image-text-to-image": TaskAdapter<Blob>;
        readonly "image-text-to-video": TaskAdapter<Blob>;
    };
};
declare function deliver(response: ProviderResponse): Promise<ImageOutput>;
export {};
