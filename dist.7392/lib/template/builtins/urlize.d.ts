export interface LinkOptions {
    /** Longest text of a link; longer ones are cut. */
    readonly limit: number | undefined;
    readonly rel: string;
    readonly target: string | undefined;
    /** Further schemes, such as `ftp:`. */
    readonly schemes: readonly string[];
}
/** Makes links of the URLs and email addresses in escaped text. */
export declare function urlize(html: string, options: LinkOptions): string;
