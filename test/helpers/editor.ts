import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type ts from "../../node_modules/@arethetypeswrong/core/node_modules/typescript/lib/typescript.js";

/** TypeScript 7 has no language service for programs; the one that "Are the types wrong" brings has. */
const service = createRequire(fileURLToPath(import.meta.resolve("@arethetypeswrong/core")))("typescript") as typeof ts;

/** Declarations are read once for all editors. */
const registry = service.createDocumentRegistry();

/** What an editor tells at the place marked `|` of a file that imports the package. */
export interface Editor {
	/** The type shown for the name at the place. */
	hover(): string;
	/** The words offered at the place. */
	completions(): string[];
	/** The documentation shown for the name at the place. */
	documentation(): string;
	/** The documentation of a word that is offered at the place. */
	documentationOf(word: string): string;
	/** The files and names to which "go to definition" leads. */
	definitions(): { file: string; name: string }[];
	/** What is wrong with the file. */
	errors(): string[];
}

export function openEditor(root: string, marked: string): Editor {
	const file = join(root, "in-the-editor.mts");
	const at = marked.indexOf("|");
	const text = marked.replace("|", "");
	const { sys } = service;
	const host: ts.LanguageServiceHost = {
		getScriptFileNames: () => [file],
		getScriptVersion: (name) => (name === file ? text : "1"),
		getScriptSnapshot: (name) => {
			const content = name === file ? text : sys.readFile(name);
			return content === undefined ? undefined : service.ScriptSnapshot.fromString(content);
		},
		getCurrentDirectory: () => root,
		getCompilationSettings: () => ({
			module: service.ModuleKind.NodeNext,
			moduleResolution: service.ModuleResolutionKind.NodeNext,
			target: service.ScriptTarget.ES2022,
			lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
			strict: true,
			types: [],
		}),
		getDefaultLibFileName: (options) => service.getDefaultLibFilePath(options),
		fileExists: (name) => name === file || sys.fileExists(name),
		readFile: (name) => sys.readFile(name),
		readDirectory: (...args) => sys.readDirectory(...args),
		directoryExists: (name) => sys.directoryExists(name),
		getDirectories: (name) => sys.getDirectories(name),
	};
	const language = service.createLanguageService(host, registry);
	return {
		hover: () => service.displayPartsToString(language.getQuickInfoAtPosition(file, at)?.displayParts),
		completions: () => (language.getCompletionsAtPosition(file, at, {})?.entries ?? []).map(({ name }) => name),
		documentation: () => service.displayPartsToString(language.getQuickInfoAtPosition(file, at)?.documentation),
		documentationOf: (word) =>
			service.displayPartsToString(
				language.getCompletionEntryDetails(file, at, word, undefined, undefined, undefined, undefined)?.documentation,
			),
		definitions: () =>
			(language.getDefinitionAtPosition(file, at) ?? []).map(({ fileName, name }) => ({ file: fileName, name })),
		errors: () =>
			language
				.getSemanticDiagnostics(file)
				.map(({ messageText }) => service.flattenDiagnosticMessageText(messageText, "\n")),
	};
}
