export declare const nscale: {
    readonly id: "nscale";
    readonly label: "Nscale";
    readonly hubOrg: "nscale";
    readonly baseUrl: "https://inference.api.nscale.com";
    readonly tasks: {
        readonly "text-to-image": import("../types.ts").TaskAdapter<import("../io.ts").ImageOutput>;
        readonly conversational: import("../types.ts").TaskAdapter<import("../io.ts").ChatCompletionOutput>;
    };
};
