/**
 * Refuses a body that is compressed more than once: it can be a million times as large as what was sent.
 * @throws ProviderOutputError
 */
export declare function checkEncoding(response: Response): void;
