declare const LANGUAGES: readonly ["de", "fr", "es", "it"];
type Language = (typeof LANGUAGES)[number] | "en";
/** Returns a language by its code (`de`, `deu_Latn`) or name; undefined for those the sandbox has no words of. */
export declare function findLanguage(name: string): Language | undefined;
/**
 * Translates the sentences and the words the sandbox knows, between English and German, French, Spanish or Italian; every
 * other text gives one line that says so, since word by word it would come out wrong.
 */
export declare function translate(text: string, target?: Language, source?: Language): string;
export {};
