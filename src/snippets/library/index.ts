import { omitUndefined } from "../../base/json.ts";
import type { ModelData } from "../../catalogue/index.ts";
import { audio } from "./audio.ts";
import { diffusers, prunaAi } from "./diffusers.ts";
import { diffusion } from "./diffusion.ts";
import { frameworks } from "./frameworks.ts";
import { text } from "./natural-language.ts";
import { science } from "./science.ts";
import type { GeneratorTable, SnippetLanguage } from "./snippet.ts";
import { space } from "./space.ts";
import { speech } from "./speech.ts";
import { transformers, transformersJs } from "./transformers.ts";
import { vision } from "./vision.ts";

export type { SnippetLanguage } from "./snippet.ts";

const GENERATORS: GeneratorTable = {
	...audio,
	...diffusion,
	...frameworks,
	...science,
	...space,
	...speech,
	...text,
	...vision,
	diffusers,
	"pruna-ai": prunaAi,
	transformers,
	"transformers.js": transformersJs,
};

/** Code that loads a model with a library. */
export interface LibrarySnippet {
	/** Library id, such as `diffusers`. */
	library: string;
	/** `text` for a sentence in place of code, such as that the record is incomplete. */
	language: SnippetLanguage;
	content: string;
	/** Distinguishes it from the library's other snippets, such as `pipeline`; absent if there is no name for it. */
	variant?: string;
}

/**
 * Returns every snippet of a library for a model, in the order to show them; needs only the model's record.
 *
 * @param libraryKey Library id; default: the model's own (`library_name`).
 * @returns Empty if the library is unknown, has no snippets, or has none for this model.
 */
export function getLibrarySnippets(model: ModelData, libraryKey?: string): LibrarySnippet[] {
	const library = libraryKey ?? model.library_name;
	if (!library || !Object.hasOwn(GENERATORS, library)) return [];
	return [GENERATORS[library]?.(model) ?? []].flat().map(({ language, content, variant }) => ({
		library,
		language,
		content,
		...omitUndefined({ variant }),
	}));
}

/** Whether a library has snippets for any model. */
export function hasLibrarySnippets(library: string): boolean {
	return Object.hasOwn(GENERATORS, library);
}

/** Library id → model record → its snippets as plain texts. Libraries without snippets are absent. */
export const librarySnippets: Readonly<Record<string, (model: ModelData) => string[]>> = Object.fromEntries(
	Object.entries(GENERATORS).map(([library, generate]) => [
		library,
		(model: ModelData) => [generate(model)].flat().map(({ content }) => content),
	]),
);
