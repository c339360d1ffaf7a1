/** Filler text: paragraphs of between `min` and `max` words. */
export declare function makeFiller(random: () => number, count: number, isHtml: boolean, min: number, max: number): string;
