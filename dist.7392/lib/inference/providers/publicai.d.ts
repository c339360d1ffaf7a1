export declare const publicai: {
    readonly id: "publicai";
    readonly label: "Public AI";
    readonly hubOrg: "publicai";
    readonly baseUrl: "https://api.publicai.co";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
};
