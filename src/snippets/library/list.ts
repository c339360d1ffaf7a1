import { omitUndefined } from "../../base/json.ts";
import type { ModelData } from "../../catalogue/index.ts";
import { chooseGgufFile } from "../model.ts";
import { getLibrarySnippets, hasLibrarySnippets, type LibrarySnippet } from "./index.ts";

/** A method of loading a model, as shown in lists. */
export interface LoadSnippet extends LibrarySnippet {
	/** Command that installs the packages of the code; absent if none is known, or the code names them itself. */
	setup?: string;
}

/** Reads GGUF files; its snippets leave the name of the file to the program that shows them. */
const GGUF_LIBRARY = "llama-cpp-python";
/** Libraries whose snippets are the parts of one program. */
const IN_PARTS: readonly string[] = [GGUF_LIBRARY, "diffusionkit"];

/**
 * Returns every method of loading a model: with its own library first, then with others that its tags name. Of several
 * snippets of a library each has a `variant`: its name, else its number.
 *
 * @param libraries Library ids. Default: the model's own and those of its tags; of the latter, only code.
 */
export function listLoadSnippets(model: ModelData, libraries?: readonly string[]): LoadSnippet[] {
	if (libraries) return libraries.flatMap((library) => describeLibrary(model, library));
	const own = typeof model.library_name === "string" ? [model.library_name] : [];
	const tags = Array.isArray(model.tags) ? model.tags : [];
	// The file format shows which library reads them; no tag does.
	const named = tags.includes("gguf") ? [...tags, GGUF_LIBRARY] : tags;
	const others = [...new Set(named.filter(hasLibrarySnippets))].filter((library) => !own.includes(library));
	return [
		...listLoadSnippets(model, own),
		...listLoadSnippets(model, others).filter(({ language }) => language !== "text"),
	];
}

function describeLibrary(model: ModelData, library: string): LoadSnippet[] {
	const file = library === GGUF_LIBRARY ? chooseGgufFile(model) : undefined;
	const snippets = joinParts(getLibrarySnippets(model, library)).map((snippet) =>
		file === undefined ? snippet : { ...snippet, content: snippet.content.replace("{{GGUF_FILE}}", () => file) },
	);
	return snippets.map((snippet, index) => {
		const number = snippets.length > 1 ? String(index + 1) : undefined;
		return { ...snippet, ...omitUndefined({ variant: snippet.variant ?? number, setup: findSetup(snippet) }) };
	});
}

function joinParts(snippets: readonly LibrarySnippet[]): readonly LibrarySnippet[] {
	const [first] = snippets;
	if (!first || !IN_PARTS.includes(first.library)) return snippets;
	return [{ ...first, content: snippets.map(({ content }) => content.trim()).join("\n\n") }];
}

function findSetup({ library, language, content }: LibrarySnippet): string | undefined {
	const packages = language === "python" && !/\bpip install\b/.test(content) ? PACKAGES.get(library) : undefined;
	return packages && `pip install ${packages}`;
}

/** Libraries with the name of their package. */
const NAMESAKES = (
	"asteroid bertopic chronos-forecasting edsnlp flair gliner gliner2 hezar keras-hub mamba-ssm model2vec " +
	"paddlenlp pocket-tts pythae relik sentence-transformers setfit spacy speechbrain stable-audio-tools stanza " +
	"supertonic terratorch timm ultralytics"
).split(" ");

/** Library id → arguments of `pip install` for its snippets. Absent if the snippets contain them, or there is no package. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
	...NAMESAKES.map((name) => [name, name] as const),
	["adapter-transformers", "adapters"],
	["bm25s", '"bm25s[full]"'],
	["espnet", "espnet espnet_model_zoo"],
	["fastai", '"huggingface_hub[fastai]"'],
	["fasttext", "fasttext huggingface_hub"],
	["keras", "keras jax"],
	["nemo", '"nemo_toolkit[all]"'],
	["open_clip", "open_clip_torch"],
	["PaddleOCR", "paddleocr"],
	["peft", "peft transformers torch"],
	["pruna-ai", "pruna"],
	["pyannote-audio", "pyannote.audio"],
	["sklearn", "scikit-learn skops huggingface_hub"],
	["span-marker", "span_marker"],
	["stable-baselines3", "stable-baselines3 huggingface_sb3"],
	["transformers", "transformers torch"],
	["yolov10", "ultralytics"],
]);
