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
export function findLibrarySetup(library: string): string | undefined {
	return Object.hasOwn(PACKAGES, library) ? `pip install ${PACKAGES[library]}` : undefined;
}
