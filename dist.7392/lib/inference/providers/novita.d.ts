export declare const novita: {
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
};
