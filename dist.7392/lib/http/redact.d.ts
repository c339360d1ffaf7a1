/**
 * Returns the headers without secrets. `Authorization`, in any spelling, becomes `Bearer [redacted]`, whatever its
 * scheme. The object given is not changed.
 */
export declare function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string>;
/** Returns the URL with `user:password@` hidden. */
export declare function redactUrl(url: string): string;
/** Finds the secrets of a request: keys in its headers (without their scheme) and a password in its URL. */
export declare function findSecrets(url: string, headers?: Readonly<Record<string, string>>): string[];
/** Returns a request body as a value that can be shown: JSON parsed, binary data named, the token left out. */
export declare function redactBody(body: unknown): unknown;
/**
 * Returns a copy of `value` in which every string has the secrets replaced.
 * Services like to repeat a wrong key in their answer ("Incorrect API key provided: …").
 */
export declare function removeSecret<T>(value: T, secret: string | readonly string[] | undefined): T;
