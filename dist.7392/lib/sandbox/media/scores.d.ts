/** A label and how sure it is, from 0 to 1. */
export interface Scored {
    label: string;
    score: number;
}
/** Turns weights into probabilities, the highest first. */
export declare function softmax(weights: readonly (readonly [label: string, weight: number])[]): Scored[];
/** Six digits: no more than anybody believes. */
export declare function round(value: number): number;
