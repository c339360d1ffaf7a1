/** Returns the answer where only a model could answer. */
export declare function noModel(hint: string): string;
