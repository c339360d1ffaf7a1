export declare const featherlessAi: {
    readonly id: "featherless-ai";
    readonly label: "Featherless AI";
    readonly hubOrg: "featherless-ai";
    readonly baseUrl: "https://api.featherless.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
    };
};
