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
	return snippets.map((snippet, index) => ({
		...snippet,
		...nameVariant(snippet, index, snippets.length),
		...describeSetup(snippet),
	}));
}

function joinParts(snippets: readonly LibrarySnippet[]): readonly LibrarySnippet[] {
	const [first] = snippets;
	if (!first || !IN_PARTS.includes(first.library)) return snippets;
	return [{ ...first, content: snippets.map(({ content }) => content.trim()).join("\n\n") }];
}

function nameVariant({ variant }: LibrarySnippet, index: number, count: number): { variant?: string } {
	if (variant !== undefined) return { variant };
	return count > 1 ? { variant: String(index + 1) } : {};
}

function describeSetup({ library, language, content }: LibrarySnippet): { setup?: string } {
	const setup = language === "python" && !/\bpip install\b/.test(content) ? findLibrarySetup(library) : undefined;
	return setup === undefined ? {} : { setup };
}

/**
 * Library id → arguments of `pip install` for its snippets. Absent if the snippets contain them, or there is no
 * package.
 */
const PACKAGES: Readonly<Record<string, string>> = {
	adapters: "adapters",
	asteroid: "asteroid",
	bertopic: "bertopic",
	bm25s: '"bm25s[full]"',
	"chronos-forecasting": "chronos-forecasting",
	diffusers: "diffusers transformers accelerate torch",
	edsnlp: "edsnlp",
	espnet: "espnet espnet_model_zoo",
	fastai: '"huggingface_hub[fastai]"',
	fasttext: "fasttext huggingface_hub",
	flair: "flair",
	gliner: "gliner",
	gliner2: "gliner2",
	hezar: "hezar",
	keras: "keras jax",
	"keras-hub": "keras-hub",
	"mamba-ssm": "mamba-ssm",
	model2vec: "model2vec",
	nemo: '"nemo_toolkit[all]"',
	open_clip: "open_clip_torch",
	paddlenlp: "paddlenlp",
	PaddleOCR: "paddleocr",
	peft: "peft transformers torch",
	"pocket-tts": "pocket-tts",
	"pruna-ai": "pruna",
	"pyannote-audio": "pyannote.audio",
	pythae: "pythae",
	relik: "relik",
	"sentence-transformers": "sentence-transformers",
	setfit: "setfit",
	sklearn: "scikit-learn skops huggingface_hub",
	spacy: "spacy",
	"span-marker": "span_marker",
	speechbrain: "speechbrain",
	"stable-audio-tools": "stable-audio-tools",
	"stable-baselines3": "stable-baselines3 huggingface_sb3",
	stanza: "stanza",
	supertonic: "supertonic",
	terratorch: "terratorch",
	timm: "timm",
	transformers: "transformers torch",
	ultralytics: "ultralytics",
	yolov10: "ultralytics",
};

/** Returns the command that installs what a library's Python snippets need; undefined if none is known. */
function findLibrarySetup(library: string): string | undefined {
	return Object.hasOwn(PACKAGES, library) ? `pip install ${PACKAGES[library]}` : undefined;
}
