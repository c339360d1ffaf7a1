/** An amount in US dollars without exponent: `0.00042`. */
export declare function formatCost(cost: number): string;
