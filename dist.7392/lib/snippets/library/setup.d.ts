/** Returns the command that installs what a library's Python snippets need; undefined where none is known. */
export declare function findLibrarySetup(library: string): string | undefined;
