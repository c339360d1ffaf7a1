import type { WidgetType } from "../catalogue/index.ts";
import type { InferenceProvider } from "../inference/index.ts";

/** What the sandbox knows about the models of a task. */
interface KnownTask {
	/** Well-known models; the first is the task's default. */
	models: readonly string[];
	/** A second task that the models do. */
	also?: WidgetType;
	/** Classes of transformers that load the models: for the model, and for its input. */
	autoClasses?: readonly [string, string];
	/** The provider that `auto` takes last: it does less of the task than the others. */
	last?: InferenceProvider;
}

/** The models by task. They are what a search finds. */
export const KNOWN_TASKS: { readonly [Task in WidgetType]?: KnownTask } = {
	conversational: {
		models: [
			"meta-llama/Llama-3.1-8B-Instruct",
			"Qwen/Qwen2.5-7B-Instruct",
			"mistralai/Mistral-7B-Instruct-v0.3",
			"HuggingFaceTB/SmolLM3-3B",
			"openai/gpt-oss-20b",
		],
		also: "text-generation",
		autoClasses: ["AutoModelForCausalLM", "AutoTokenizer"],
	},
	"text-generation": {
		models: [
			"google/gemma-2-2b-it",
			"openai/gpt-oss-120b",
			"Qwen/Qwen3-Coder-480B-A35B-Instruct",
			"zai-org/GLM-4.5",
			"Qwen/Qwen3-4B-Thinking-2507",
			"Qwen/Qwen2.5-7B-Instruct-1M",
			"Qwen/Qwen2.5-Coder-32B-Instruct",
			"deepseek-ai/DeepSeek-R1",
		],
		also: "conversational",
		autoClasses: ["AutoModelForCausalLM", "AutoTokenizer"],
	},
	"text-classification": {
		models: [
			"distilbert/distilbert-base-uncased-finetuned-sst-2-english",
			"ProsusAI/finbert",
			"cardiffnlp/twitter-roberta-base-sentiment-latest",
			"papluca/xlm-roberta-base-language-detection",
			"meta-llama/Prompt-Guard-86M",
		],
		autoClasses: ["AutoModelForSequenceClassification", "AutoTokenizer"],
	},
	"token-classification": {
		models: [
			"dslim/bert-base-NER",
			"FacebookAI/xlm-roberta-large-finetuned-conll03-english",
			"blaze999/Medical-NER",
			"flair/ner-english",
		],
		autoClasses: ["AutoModelForTokenClassification", "AutoTokenizer"],
	},
	"table-question-answering": { models: ["microsoft/tapex-base", "google/tapas-base-finetuned-wtq"] },
	"question-answering": {
		models: ["deepset/roberta-base-squad2", "distilbert/distilbert-base-cased-distilled-squad"],
		autoClasses: ["AutoModelForQuestionAnswering", "AutoTokenizer"],
	},
	"zero-shot-classification": {
		models: [
			"facebook/bart-large-mnli",
			"MoritzLaurer/ModernBERT-large-zeroshot-v2.0",
			"knowledgator/gliclass-modern-base-v2.0-init",
		],
	},
	translation: {
		models: ["facebook/nllb-200-1.3B", "google-t5/t5-base"],
		autoClasses: ["AutoModelForSeq2SeqLM", "AutoTokenizer"],
	},
	summarization: {
		models: ["facebook/bart-large-cnn", "Falconsai/medical_summarization"],
		autoClasses: ["AutoModelForSeq2SeqLM", "AutoTokenizer"],
	},
	"feature-extraction": {
		models: ["thenlper/gte-large", "Alibaba-NLP/gte-Qwen1.5-7B-instruct", "intfloat/multilingual-e5-large"],
		autoClasses: ["AutoModel", "AutoTokenizer"],
	},
	"sentence-similarity": {
		models: [
			"sentence-transformers/all-mpnet-base-v2",
			"BAAI/bge-m3",
			"HIT-TMG/KaLM-embedding-multilingual-mini-instruct-v1.5",
		],
		also: "feature-extraction",
	},
	"fill-mask": {
		models: ["answerdotai/ModernBERT-large", "FacebookAI/xlm-roberta-base"],
		autoClasses: ["AutoModelForMaskedLM", "AutoTokenizer"],
	},
	"text-to-speech": {
		models: [
			"KittenML/kitten-tts-nano-0.1",
			"ResembleAI/chatterbox",
			"fishaudio/fish-speech-1.5",
			"nari-labs/Dia-1.6B-0626",
			"hexgrad/Kokoro-82M",
		],
		also: "text-to-audio",
	},
	"text-to-audio": { models: ["facebook/musicgen-small"] },
	"automatic-speech-recognition": {
		models: [
			"openai/whisper-large-v3",
			"facebook/w2v-bert-2.0",
			"facebook/seamless-m4t-v2-large",
			"nvidia/canary-1b",
			"pyannote/speaker-diarization-3.1",
		],
		autoClasses: ["AutoModelForSpeechSeq2Seq", "AutoProcessor"],
	},
	"audio-to-audio": { models: ["ResembleAI/resemble-enhance", "microsoft/speecht5_vc"] },
	"audio-classification": {
		models: [
			"speechbrain/google_speech_command_xvector",
			"ehcalabres/wav2vec2-lg-xlsr-en-speech-emotion-recognition",
			"facebook/mms-lid-126",
		],
	},
	"image-classification": {
		models: ["google/vit-base-patch16-224", "facebook/deit-base-distilled-patch16-224", "facebook/convnext-large-224"],
		autoClasses: ["AutoModelForImageClassification", "AutoImageProcessor"],
	},
	"object-detection": {
		models: ["facebook/detr-resnet-50", "IDEA-Research/dab-detr-resnet-50", "PekingU/rtdetr_v2_r50vd"],
		autoClasses: ["AutoModelForObjectDetection", "AutoImageProcessor"],
	},
	"image-segmentation": {
		models: [
			"tue-mps/coco_panoptic_eomt_large_640",
			"briaai/RMBG-1.4",
			"ZhengPeng7/BiRefNet",
			"facebook/mask2former-swin-large-coco-panoptic",
		],
	},
	"text-to-image": {
		models: [
			"black-forest-labs/FLUX.1-Krea-dev",
			"Qwen/Qwen-Image",
			"ByteDance/SDXL-Lightning",
			"ByteDance/Hyper-SD",
			"stabilityai/stable-diffusion-xl-base-1.0",
		],
	},
	"image-to-text": { models: ["allenai/olmOCR-7B-0725", "fancyfeast/llama-joycaption-beta-one-hf-llava"] },
	"image-to-image": {
		models: [
			"fal/AuraSR-v2",
			"black-forest-labs/FLUX.1-Kontext-dev",
			"yisol/IDM-VTON",
			"kontext-community/relighting-kontext-dev-lora-v3",
			"black-forest-labs/FLUX.1-Fill-dev",
			"black-forest-labs/FLUX.1-Depth-dev-lora",
		],
	},
	"image-text-to-image": { models: ["black-forest-labs/FLUX.2-dev"], also: "text-to-image" },
	"image-to-video": {
		models: [
			"Lightricks/LTX-Video-0.9.7-dev",
			"Wan-AI/Wan2.1-VACE-14B",
			"lllyasviel/FramePack_F1_I2V_HY_20250503",
			"Lightricks/LTX-Video-0.9.7-distilled",
			"Wan-AI/Wan2.1-I2V-14B-720P",
		],
		/* Together takes small first frames only. */ last: "together",
	},
	"text-to-video": {
		models: [
			"tencent/HunyuanVideo",
			"nvidia/Cosmos-1.0-Diffusion-7B-Text2World",
			"Lightricks/LTX-Video-0.9.8-13B-distilled",
		],
	},
	"image-text-to-video": { models: ["Lightricks/LTX-Video"], also: "text-to-video" },
	"visual-question-answering": { models: ["google/deplot", "google/matcha-base", "google/pix2struct-ocrvqa-large"] },
	"document-question-answering": {
		models: [
			"impira/layoutlm-document-qa",
			"impira/layoutlm-invoices",
			"microsoft/udop-large",
			"google/pix2struct-docvqa-large",
		],
	},
	"zero-shot-image-classification": {
		models: [
			"visheratin/mexma-siglip",
			"google/siglip2-base-patch16-224",
			"jinaai/jina-clip-v2",
			"openai/clip-vit-base-patch32",
		],
	},
	"tabular-classification": { models: ["scikit-learn/cancer-prediction-trees"] },
	"tabular-regression": { models: ["scikit-learn/Fish-Weight"] },
};

/** Words of model names that imply the task; the first match wins. */
export const TASK_WORDS: readonly (readonly [RegExp, WidgetType])[] = [
	[/all-minilm|all-mpnet|paraphrase-|sentence-t5/, "sentence-similarity"],
	[/superb-er|speech-emotion|emotion-recognition|superb-(?:ks|sid|ic)/, "audio-classification"],
	[/panoptic|-semantic|cityscapes|ade20k|-ade\b|-seg\b/, "image-segmentation"],
	[/tapas|tapex/, "table-question-answering"],
	[/layoutlm|docvqa|donut|udop|document/, "document-question-answering"],
	[/vqa|deplot|matcha|pix2struct/, "visual-question-answering"],
	[/speech-emotion|speech_command|mms-lid|ast-finetuned|audioset/, "audio-classification"],
	[/whisper|wav2vec|w2v|\basr\b|canary|parakeet|seamless|speech-recognition|stt/, "automatic-speech-recognition"],
	[/speecht5_vc|resemble-enhance|sepformer|demucs|voice-conversion/, "audio-to-audio"],
	[
		/\btts\b|tts-|-tts|vits|piper|kokoro|\bbark\b|speecht5|chatterbox|orpheus|fish-speech|xtts|parler/,
		"text-to-speech",
	],
	[/musicgen|audioldm|stable-audio|audiogen|riffusion/, "text-to-audio"],
	[/siglip|\bclip\b|-clip|clip-/, "zero-shot-image-classification"],
	[/mnli|zero-?shot|gliclass|-nli/, "zero-shot-classification"],
	[/squad|-qa\b/, "question-answering"],
	[/\bner\b|conll|gliner|\bpos\b/, "token-classification"],
	[/nllb|opus-mt|madlad|translat|(?:^|\/)t5-/, "translation"],
	[/bart-large-cnn|summari|pegasus|xsum/, "summarization"],
	[/sst-?2|sentiment|finbert|emotion|toxic|prompt-guard|language-detection|spam/, "text-classification"],
	[/\bbge\b|bge-|\be5\b|e5-|\bgte\b|gte-|minilm|mpnet|embed|sentence-transformers/, "feature-extraction"],
	[/kontext|-edit\b|pix2pix|inpaint|aurasr|upscal|vton|relight|-fill-/, "image-to-image"],
	[/i2v|framepack|vace|stable-video|\bsvd\b/, "image-to-video"],
	[/t2v|hunyuanvideo|ltx-video|cosmos|mochi|cogvideo|text2video|\bwan2/, "text-to-video"],
	[/flux|stable-diffusion|sdxl|\bsd3|qwen-image|hyper-sd|dall-?e|imagen|pixart|kandinsky/, "text-to-image"],
	[/detr|yolo|object-detect/, "object-detection"],
	[/segment|segformer|mask2former|rmbg|birefnet|panoptic|eomt|\bsam\b/, "image-segmentation"],
	[/\bvit\b|vit-|deit|convnext|resnet|swin|mobilenet|efficientnet/, "image-classification"],
	[/ocr|caption|blip/, "image-to-text"],
	[/bert|electra/, "fill-mask"],
	[/\biris\b|cancer|titanic|churn|wine-/, "tabular-classification"],
	[/fish-weight|housing|house-price/, "tabular-regression"],
	[/gpt-?2\b|bloom|pythia|\bopt-|starcoder|-base\b|-pt\b/, "text-generation"],
];
