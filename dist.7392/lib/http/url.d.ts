/** Reads an absolute http(s) URL without user name and password; undefined for everything else. */
export declare function parseHttpUrl(value: unknown, base?: string): URL | undefined;
/**
 * Returns the URL of `path` below `base`; undefined if the path leads anywhere else.
 *
 * Every request that carries credentials gets its URL here. Paths contain model ids and ids from responses, so they are
 * not trusted: the origin of `base` and its whole path stay, and dot segments are refused in every spelling.
 */
export declare function urlBelow(base: string, path: string): string | undefined;
