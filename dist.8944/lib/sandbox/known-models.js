const KNOWN_MODELS = {
  conversational: [
    "meta-llama/Llama-3.1-8B-Instruct",
    "Qwen/Qwen2.5-7B-Instruct",
    "mistralai/Mistral-7B-Instruct-v0.3",
    "HuggingFaceTB/SmolLM3-3B",
    "openai/gpt-oss-20b"
  ],
  "text-generation": [
    "google/gemma-2-2b-it",
    "openai/gpt-oss-120b",
    "Qwen/Qwen3-Coder-480B-A35B-Instruct",
    "zai-org/GLM-4.5",
    "Qwen/Qwen3-4B-Thinking-2507",
    "Qwen/Qwen2.5-7B-Instruct-1M",
    "Qwen/Qwen2.5-Coder-32B-Instruct",
    "deepseek-ai/DeepSeek-R1"
  ],
  "text-classification": [
    "distilbert/distilbert-base-uncased-finetuned-sst-2-english",
    "ProsusAI/finbert",
    "cardiffnlp/twitter-roberta-base-sentiment-latest",
    "papluca/xlm-roberta-base-language-detection",
    "meta-llama/Prompt-Guard-86M"
  ],
  "token-classification": [
    "dslim/bert-base-NER",
    "FacebookAI/xlm-roberta-large-finetuned-conll03-english",
    "blaze999/Medical-NER",
    "flair/ner-english"
  ],
  "table-question-answering": ["microsoft/tapex-base", "google/tapas-base-finetuned-wtq"],
  "question-answering": ["deepset/roberta-base-squad2", "distilbert/distilbert-base-cased-distilled-squad"],
  "zero-shot-classification": [
    "facebook/bart-large-mnli",
    "MoritzLaurer/ModernBERT-large-zeroshot-v2.0",
    "knowledgator/gliclass-modern-base-v2.0-init"
  ],
  translation: ["facebook/nllb-200-1.3B", "google-t5/t5-base"],
  summarization: ["facebook/bart-large-cnn", "Falconsai/medical_summarization"],
  "feature-extraction": ["thenlper/gte-large", "Alibaba-NLP/gte-Qwen1.5-7B-instruct", "intfloat/multilingual-e5-large"],
  "sentence-similarity": [
    "sentence-transformers/all-mpnet-base-v2",
    "BAAI/bge-m3",
    "HIT-TMG/KaLM-embedding-multilingual-mini-instruct-v1.5"
  ],
  "fill-mask": ["answerdotai/ModernBERT-large", "FacebookAI/xlm-roberta-base"],
  "text-to-speech": [
    "KittenML/kitten-tts-nano-0.1",
    "ResembleAI/chatterbox",
    "fishaudio/fish-speech-1.5",
    "nari-labs/Dia-1.6B-0626",
    "hexgrad/Kokoro-82M"
  ],
  "text-to-audio": ["facebook/musicgen-small"],
  "automatic-speech-recognition": [
    "openai/whisper-large-v3",
    "facebook/w2v-bert-2.0",
    "facebook/seamless-m4t-v2-large",
    "nvidia/canary-1b",
    "pyannote/speaker-diarization-3.1"
  ],
  "audio-to-audio": ["ResembleAI/resemble-enhance", "microsoft/speecht5_vc"],
  "audio-classification": [
    "speechbrain/google_speech_command_xvector",
    "ehcalabres/wav2vec2-lg-xlsr-en-speech-emotion-recognition",
    "facebook/mms-lid-126"
  ],
  "image-classification": [
    "google/vit-base-patch16-224",
    "facebook/deit-base-distilled-patch16-224",
    "facebook/convnext-large-224"
  ],
  "object-detection": ["facebook/detr-resnet-50", "IDEA-Research/dab-detr-resnet-50", "PekingU/rtdetr_v2_r50vd"],
  "image-segmentation": [
    "tue-mps/coco_panoptic_eomt_large_640",
    "briaai/RMBG-1.4",
    "ZhengPeng7/BiRefNet",
    "facebook/mask2former-swin-large-coco-panoptic"
  ],
  "text-to-image": [
    "black-forest-labs/FLUX.1-Krea-dev",
    "Qwen/Qwen-Image",
    "ByteDance/SDXL-Lightning",
    "ByteDance/Hyper-SD",
    "stabilityai/stable-diffusion-xl-base-1.0"
  ],
  "image-to-text": ["allenai/olmOCR-7B-0725", "fancyfeast/llama-joycaption-beta-one-hf-llava"],
  "image-to-image": [
    "fal/AuraSR-v2",
    "black-forest-labs/FLUX.1-Kontext-dev",
    "yisol/IDM-VTON",
    "kontext-community/relighting-kontext-dev-lora-v3",
    "black-forest-labs/FLUX.1-Fill-dev",
    "black-forest-labs/FLUX.1-Depth-dev-lora"
  ],
  "image-text-to-image": ["black-forest-labs/FLUX.2-dev"],
  "image-to-video": [
    "Lightricks/LTX-Video-0.9.7-dev",
    "Wan-AI/Wan2.1-VACE-14B",
    "lllyasviel/FramePack_F1_I2V_HY_20250503",
    "Lightricks/LTX-Video-0.9.7-distilled",
    "Wan-AI/Wan2.1-I2V-14B-720P"
  ],
  "text-to-video": [
    "tencent/HunyuanVideo",
    "nvidia/Cosmos-1.0-Diffusion-7B-Text2World",
    "Lightricks/LTX-Video-0.9.8-13B-distilled"
  ],
  "image-text-to-video": ["Lightricks/LTX-Video"],
  "visual-question-answering": ["google/deplot", "google/matcha-base", "google/pix2struct-ocrvqa-large"],
  "document-question-answering": [
    "impira/layoutlm-document-qa",
    "impira/layoutlm-invoices",
    "microsoft/udop-large",
    "google/pix2struct-docvqa-large"
  ],
  "zero-shot-image-classification": [
    "visheratin/mexma-siglip",
    "google/siglip2-base-patch16-224",
    "jinaai/jina-clip-v2",
    "openai/clip-vit-base-patch32"
  ],
  "tabular-classification": ["scikit-learn/cancer-prediction-trees"],
  "tabular-regression": ["scikit-learn/Fish-Weight"]
};
export {
  KNOWN_MODELS
};
