import type { Call, ProviderResponse } from "../types.ts";
export declare const replicate: {
    readonly id: "replicate";
    readonly label: "Replicate";
    readonly hubOrg: "replicate";
    readonly baseUrl: "https://api.replicate.com";
    readonly headers: {
        readonly Prefer: "wait";
    };
    readonly tasks: {
        readonly "text-to-image": {
            readonly route: typeof route;
            readonly payload: (call: Call) => object;
            readonly parse: (response: ProviderResponse) => Promise<import("../io.ts").ImageOutput>;
        };
        readonly "text-to-speech": {
            readonly route: typeof route;
            readonly payload: (call: Call) => object;
            readonly parse: (response: ProviderResponse) => Promise<Blob>;
        };
        readonly "text-to-video": {
            readonly route: typeof route;
            readonly payload: (call: Call) => object;
            readonly parse: (response: ProviderResponse) => Promise<Blob>;
        };
        readonly "image-to-image": {
            readonly route: typeof route;
            readonly encode: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<import("../types.ts").Args>;
            readonly copies: readonly ["image", "images", "input_images"];
            readonly payload: (call: Call) => object;
            readonly parse: (response: ProviderResponse) => Promise<Blob>;
        };
        readonly "automatic-speech-recognition": {
            readonly route: typeof route;
            readonly encode: (args: import("../types.ts").Args, transport: import("../types.ts").Transport) => Promise<{
                inputs: string;
            }>;
            readonly payload: (call: Call) => object;
            readonly parse: (response: ProviderResponse) => Promise<{
                text: string;
            }>;
        };
    };
};
/** A model written with a version is called by the version alone. */
declare function route({ model }: Call): string;
export {};
