export declare const fireworksAi: {
    readonly id: "fireworks-ai";
    readonly label: "Fireworks AI";
    readonly hubOrg: "fireworks-ai";
    readonly baseUrl: "https://api.fireworks.ai";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
};
