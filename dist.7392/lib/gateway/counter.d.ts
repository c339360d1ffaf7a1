/** Sums amounts by labels. */
export declare class Counter {
    private readonly series;
    private readonly labels;
    /** @param labels names of the labels */
    constructor(...labels: string[]);
    /** @param values of the labels, in their order */
    add(amount: number, ...values: string[]): void;
    lines(name: string): string[];
    private find;
}
