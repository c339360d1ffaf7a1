// Imported statically here, and this file with import(): named dynamic imports of CommonJS packages break in the bundle.
export { parseDocument, stringify } from "yaml";
