export declare const scaleway: {
    readonly id: "scaleway";
    readonly label: "Scaleway";
    readonly hubOrg: "scaleway";
    readonly baseUrl: "https://api.scaleway.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
        readonly "feature-extraction": import("../types.ts").TaskAdapter<import("../io.ts").FeatureExtractionOutput>;
    };
};
