export declare const cohere: {
    readonly id: "cohere";
    readonly label: "Cohere";
    readonly hubOrg: "CohereLabs";
    readonly baseUrl: "https://api.cohere.com";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
};
