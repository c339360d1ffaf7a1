export declare const MASK: RegExp;
export interface Filling {
    score: number;
    token: number;
    token_str: string;
    sequence: string;
}
/** Words for the gap in a text, the best first; undefined when there is no gap. */
export declare function fillMask(text: string, count: number, targets?: readonly string[]): Filling[] | undefined;
