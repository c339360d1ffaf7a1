export { createMarkdownStream, createSafeText, type LineStream, type MarkdownOptions } from "./stream.ts";
