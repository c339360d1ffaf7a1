export declare const deepinfra: {
    readonly id: "deepinfra";
    readonly label: "DeepInfra";
    readonly hubOrg: "DeepInfra";
    readonly baseUrl: "https://api.deepinfra.com";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
        readonly "automatic-speech-recognition": import("../types.ts").TaskAdapter<import("../io.ts").AutomaticSpeechRecognitionOutput>;
        readonly "text-to-speech": import("../types.ts").TaskAdapter<Blob>;
        readonly "feature-extraction": import("../types.ts").TaskAdapter<import("../io.ts").FeatureExtractionOutput>;
    };
};
