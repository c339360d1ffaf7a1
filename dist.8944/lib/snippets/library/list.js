import { getLibrarySnippets, hasLibrarySnippets } from "./index.js";
import { findLibrarySetup } from "./setup.js";
const IN_PARTS = ["llama-cpp-python", "diffusionkit"];
function listLoadSnippets(model, libraries) {
  if (libraries) return libraries.flatMap((library) => describeLibrary(model, library));
  const own = typeof model.library_name === "string" ? [model.library_name] : [];
  const tags = Array.isArray(model.tags) ? model.tags : [];
  const others = [...new Set(tags.filter(hasLibrarySnippets))].filter((library) => !own.includes(library));
  return [
    ...listLoadSnippets(model, own),
    ...listLoadSnippets(model, others).filter(({ language }) => language !== "text")
  ];
}
function describeLibrary(model, library) {
  const snippets = joinParts(getLibrarySnippets(model, library));
  return snippets.map((snippet, index) => ({
    ...snippet,
    ...nameVariant(snippet, index, snippets.length),
    ...describeSetup(snippet)
  }));
}
function joinParts(snippets) {
  const [first] = snippets;
  if (!first || !IN_PARTS.includes(first.library)) return snippets;
  return [{ ...first, content: snippets.map(({ content }) => content.trim()).join("\n\n") }];
}
function nameVariant({ variant }, index, count) {
  if (variant !== void 0) return { variant };
  return count > 1 ? { variant: String(index + 1) } : {};
}
function describeSetup({ library, language, content }) {
  const setup = language === "python" && !/\bpip install\b/.test(content) ? findLibrarySetup(library) : void 0;
  return setup === void 0 ? {} : { setup };
}
export {
  listLoadSnippets
};
