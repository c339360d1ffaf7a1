export declare const together: {
    readonly id: "together";
    readonly label: "Together";
    readonly hubOrg: "togethercomputer";
    readonly baseUrl: "https://api.together.xyz";
    readonly tasks: {
        readonly conversational: import("../../types.ts").TaskAdapter<import("../../io.ts").ChatCompletionOutput>;
    };
};
