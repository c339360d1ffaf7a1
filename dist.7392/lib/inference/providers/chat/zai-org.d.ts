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
        readonly conversational: import("../../types.ts").TaskAdapter<import("../../io.ts").ChatCompletionOutput>;
    };
};
