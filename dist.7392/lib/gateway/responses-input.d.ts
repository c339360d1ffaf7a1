type Fields = Readonly<Record<string, unknown>>;
/** Turns a request for a response into the arguments of a chat. @throws GatewayError 400 for what a chat cannot do */
export declare function toChatArgs(fields: Fields): Record<string, unknown>;
export {};
