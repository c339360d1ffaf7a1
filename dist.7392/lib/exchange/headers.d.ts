export declare function keepRequestHeaders(headers: Headers): Record<string, string>;
export declare function keepResponseHeaders(headers: Headers): Record<string, string>;
