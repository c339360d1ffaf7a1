/**
 * Counts values and levels before the text is parsed: 64 MB of `[[],[],…` would take gigabytes.
 * @throws ServiceFailure when there are too many
 */
export declare function checkStructure(text: string): void;
