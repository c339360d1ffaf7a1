import type { TaskTypes } from "../../io.ts";
export declare const hfInference: {
    readonly id: "hf-inference";
    readonly label: "HF Inference";
    readonly hubOrg: "hf-inference";
    readonly baseUrl: "https://router.huggingface.co/hf-inference";
    readonly routed: "always";
    readonly tasks: {
        readonly conversational: {
            readonly payload: (call: import("../../types.ts").Call) => object;
            readonly encode?: (args: import("../../types.ts").Args, transport: import("../../types.ts").Transport) => Promise<import("../../types.ts").Args>;
            readonly file?: "data-url" | "base64" | "body";
            readonly copies?: readonly string[];
            readonly baseUrl?: string;
            readonly inParts?: (args: import("../../types.ts").Args, send: (args: import("../../types.ts").Args) => Promise<unknown>) => Promise<unknown>;
            readonly route: ({ endpoint, model }: import("../../types.ts").Call) => string;
            readonly parse: ({ data }: import("../../types.ts").ProviderResponse) => TaskTypes["conversational"]["output"];
        };
    };
};
/** An endpoint may be given with or without the path that OpenAI's clients add. */
export declare function openAiRoute(path: "completions" | "chat/completions", endpoint: string | undefined, model: string): string;
