export declare const baseten: {
    readonly id: "baseten";
    readonly label: "Baseten";
    readonly hubOrg: "baseten";
    readonly baseUrl: "https://inference.baseten.co";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
};
