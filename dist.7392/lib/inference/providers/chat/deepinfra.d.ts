export declare const deepinfra: {
    readonly id: "deepinfra";
    readonly label: "DeepInfra";
    readonly hubOrg: "DeepInfra";
    readonly baseUrl: "https://api.deepinfra.com";
    readonly tasks: {
        readonly conversational: import("../../types.ts").TaskAdapter<import("../../io.ts").ChatCompletionOutput>;
    };
};
