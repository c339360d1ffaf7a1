import { promptPayload } from "../adapters/image.ts";
export declare const blackForestLabs: {
    readonly id: "black-forest-labs";
    readonly label: "Black Forest Labs";
    readonly hubOrg: "black-forest-labs";
    readonly baseUrl: "https://api.us1.bfl.ai";
    readonly scheme: "X-Key";
    readonly tasks: {
        readonly "text-to-image": {
            readonly route: ({ model }: import("../types.ts").Call) => string;
            readonly payload: typeof promptPayload;
            readonly parse: (response: import("../types.ts").ProviderResponse) => Promise<import("../io.ts").ImageOutput>;
        };
    };
};
