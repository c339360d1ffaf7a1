/** Chats, and completions as chats. */
export declare const ROUTE = "v3/openai/chat/completions";
export declare const novita: {
    readonly id: "novita";
    readonly label: "Novita";
    readonly hubOrg: "novita";
    readonly baseUrl: "https://api.novita.ai";
    readonly tasks: {
        readonly conversational: import("../../types.ts").TaskAdapter<import("../../io.ts").ChatCompletionOutput>;
    };
};
