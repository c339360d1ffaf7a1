import library from "./index.node.cjs";
export const { findSetup, findSnippetTask, getInferenceSnippets, getLibrarySnippets, listAppSnippets, listLoadSnippets } = library;
