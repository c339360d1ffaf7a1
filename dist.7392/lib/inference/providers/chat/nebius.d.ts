export declare const nebius: {
    readonly id: "nebius";
    readonly label: "Nebius";
    readonly hubOrg: "nebius";
    readonly baseUrl: "https://api.studio.nebius.ai";
    readonly tasks: {
        readonly conversational: import("../../types.ts").TaskAdapter<import("../../io.ts").ChatCompletionOutput>;
    };
};
