export declare const openai: {
    readonly id: "openai";
    readonly label: "OpenAI";
    readonly hubOrg: "openai";
    readonly baseUrl: "https://api.openai.com";
    readonly routed: "never";
    readonly closedSource: true;
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
};
