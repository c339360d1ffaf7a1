/** Whole sentences with their translations: word by word they would come out wrong. */
export declare const PHRASES: Readonly<Record<string, readonly [de: string, fr: string, es: string, it: string]>>;
