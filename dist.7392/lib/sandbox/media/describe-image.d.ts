/** Describes an image in a message: the content of a data URL; of other URLs only where they point. */
export declare function describeImage(href: string): Promise<string>;
