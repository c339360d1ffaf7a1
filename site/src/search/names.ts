/** Other names of pages that people look for: words that the pages themselves do not use. */
export const PAGE_NAMES: Readonly<Record<string, readonly string[]>> = {};
