export declare const sambanova: {
    readonly id: "sambanova";
    readonly label: "SambaNova";
    readonly hubOrg: "sambanovasystems";
    readonly baseUrl: "https://api.sambanova.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "feature-extraction": import("../types.ts").TaskAdapter<import("../io.ts").FeatureExtractionOutput>;
    };
};
