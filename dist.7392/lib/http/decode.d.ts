/**
 * Decodes UTF-8.
 * @throws ProviderOutputError for more than a string can hold
 */
export declare function decode(chunks: readonly Uint8Array[]): string;
