/** Whether Python takes the text as a name, for example after `import`. */
export declare function isPythonName(text: string): boolean;
/**
 * Returns a class name from a record, dotted or not; undefined when it is missing or could be anything else than a
 * name.
 */
export declare function readClassName(value: unknown): string | undefined;
/** Returns the name to import to use a class: the class itself, or the module at the start of a dotted name. */
export declare function findImportName(className: string): string;
