export declare const nebius: {
    readonly id: "nebius";
    readonly label: "Nebius";
    readonly hubOrg: "nebius";
    readonly baseUrl: "https://api.studio.nebius.ai";
    readonly tasks: {
        readonly "text-to-image": import("../types.ts").TaskAdapter<import("../io.ts").ImageOutput>;
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
        readonly "feature-extraction": import("../types.ts").TaskAdapter<import("../io.ts").FeatureExtractionOutput>;
    };
};
