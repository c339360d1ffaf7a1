export declare const clarifai: {
    readonly id: "clarifai";
    readonly label: "Clarifai";
    readonly hubOrg: "clarifai";
    readonly baseUrl: "https://api.clarifai.com";
    readonly scheme: "Key";
    readonly tasks: {
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
};
