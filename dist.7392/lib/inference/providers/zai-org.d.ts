export declare const zaiOrg: {
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
};
