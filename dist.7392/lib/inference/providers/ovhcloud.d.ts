export declare const ovhcloud: {
    readonly id: "ovhcloud";
    readonly label: "OVHcloud";
    readonly hubOrg: "ovhcloud";
    readonly baseUrl: "https://oai.endpoints.kepler.ai.cloud.ovh.net";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
        readonly "text-generation": import("../types.ts").TaskAdapter<import("../io.ts").TextGenerationOutput>;
    };
};
