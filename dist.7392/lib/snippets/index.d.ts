/** Entry point `modelhub/snippets`: code that shows how to use a model. */
export * from "./api/index.ts";
export { type AppSnippet, listAppSnippets } from "./apps.ts";
export { getLibrarySnippets, type LibrarySnippet, type SnippetLanguage } from "./library/index.ts";
export { type LoadSnippet, listLoadSnippets } from "./library/list.ts";
