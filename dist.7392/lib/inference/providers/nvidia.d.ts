export declare const nvidia: {
    readonly id: "nvidia";
    readonly label: "NVIDIA";
    readonly hubOrg: "nvidia";
    readonly baseUrl: "https://integrate.api.nvidia.com";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
};
