export declare const cerebras: {
    readonly id: "cerebras";
    readonly label: "Cerebras";
    readonly hubOrg: "cerebras";
    readonly baseUrl: "https://api.cerebras.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
};
