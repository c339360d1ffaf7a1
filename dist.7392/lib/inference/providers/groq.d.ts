export declare const groq: {
    readonly id: "groq";
    readonly label: "Groq";
    readonly hubOrg: "groq";
    readonly baseUrl: "https://api.groq.com";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
    };
};
