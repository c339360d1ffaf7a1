export { createPlainStream } from "./plain.ts";
export { createMarkdownStream, createSafeText, type LineStream, type MarkdownOptions } from "./stream.ts";
