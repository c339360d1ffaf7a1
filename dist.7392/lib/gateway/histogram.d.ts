/** Counts durations by how long they took. */
export declare class Histogram {
    /** Durations between a bound and the one before it. */
    private readonly counts;
    private sum;
    private count;
    observe(seconds: number): void;
    lines(name: string): string[];
}
