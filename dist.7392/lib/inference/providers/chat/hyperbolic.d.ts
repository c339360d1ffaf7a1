export declare const hyperbolic: {
    readonly id: "hyperbolic";
    readonly label: "Hyperbolic";
    readonly hubOrg: "Hyperbolic";
    readonly baseUrl: "https://api.hyperbolic.xyz";
    readonly tasks: {
        readonly conversational: import("../../types.ts").TaskAdapter<import("../../io.ts").ChatCompletionOutput>;
    };
};
