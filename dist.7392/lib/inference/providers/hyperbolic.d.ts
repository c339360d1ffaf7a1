export declare const hyperbolic: {
    readonly id: "hyperbolic";
    readonly label: "Hyperbolic";
    readonly hubOrg: "Hyperbolic";
    readonly baseUrl: "https://api.hyperbolic.xyz";
    readonly tasks: {
        readonly "text-to-image": import("../types.ts").TaskAdapter<import("../io.ts").ImageOutput>;
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
    };
};
