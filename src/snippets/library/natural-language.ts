import type { ModelData } from "../../catalogue/index.ts";
import { type ChatMessage, findExampleInput, NO_EXAMPLE } from "../inputs.ts";
import { hasTag, readName, readWidgetSentences, UNKNOWN_BASE_MODEL } from "../model.ts";
import { encodePath, quote } from "../quote.ts";
import { findImportName, isPythonName, readClassName } from "./python-names.ts";
import { type Code, code, commaList, type GeneratorTable, lines, loadWith, operand, python, sh } from "./snippet.ts";
import { readTrust } from "./transformers.ts";

const SENTENCES = ["The ship leaves at noon.", "The boat sails at midday.", "Bread is best on the day it is baked."];

/** Task → cortiq's command for it; models of other tasks count as text models. */
const CORTIQ_COMMANDS: ReadonlyMap<string | undefined, Code> = new Map([
	["text-to-image", sh`cortiq imagine MODEL.cmf --prompt "A lighthouse in the fog" --out image.ppm`],
	["text-to-video", sh`cortiq animate MODEL.cmf --prompt "Waves that break on a pier" --out video.avi`],
	[
		"text-to-audio",
		sh`
			cortiq music MODEL.cmf --prompt "a slow sea shanty, accordion" \
			  --lyrics "[verse] The ship leaves at noon" --seconds 20 --out music.wav
		`,
	],
]);

export const text: GeneratorTable = {
	"adapter-transformers": ({ id, config }) => python`
		from adapters import AutoAdapterModel

		model = AutoAdapterModel.from_pretrained(${config?.adapter_transformers?.model_name || UNKNOWN_BASE_MODEL})
		model.load_adapter(${id}, set_active=True)
	`,

	allennlp: (model) => {
		const load = python`
			import allennlp_models
			from allennlp.predictors.predictor import Predictor

			predictor = Predictor.from_path(${`hf://${model.id}`})
		`;
		if (!hasTag(model, "question-answering")) return load;
		return python`
			${load}

			inputs = {
			    "passage": "The lighthouse was finished in 1872, after nine years of work.",
			    "question": "When was the lighthouse finished?",
			}
			predictions = predictor.predict_json(inputs)
		`;
	},

	aneforge: (model) => {
		const onNeuralEngine = (load: Code): Code => python`
			# For the Neural Engine of Macs, without Core ML
			import aneforge as af
			${load}
		`;
		if (model.pipeline_tag === "text-generation")
			return onNeuralEngine(python`
				from transformers import AutoTokenizer

				tokenizer = AutoTokenizer.from_pretrained(${model.id})
				model = af.load_llm(${model.id})

				tokens = tokenizer.encode("The ship leaves")
				print(tokenizer.decode(model.generate(tokens, max_new_tokens=20)))
			`);
		if (hasTag(model, "clip") || model.pipeline_tag === "zero-shot-image-classification")
			return onNeuralEngine(python`
				from PIL import Image

				model = af.load_clip(${model.id})
				print(model.classify(Image.open("image.jpg"), ["a ship", "a lighthouse"]))
			`);
		if (hasTag(model, "resnet"))
			return onNeuralEngine(python`
				import numpy as np

				model = af.load_resnet(${model.id})

				# A batch of one image, prepared as the model was trained
				pixels = np.zeros((1, 3, 224, 224), dtype="float32")
				logits = model(pixels)
			`);
		if (model.pipeline_tag === "automatic-speech-recognition")
			return onNeuralEngine(python`
				import librosa

				model = af.load_whisper(${model.id})

				# One channel, 16,000 samples per second
				audio, rate = librosa.load("speech.wav", sr=16000)
				print(model.transcribe(audio))
			`);
		if (model.pipeline_tag === "image-classification")
			return onNeuralEngine(python`
				from PIL import Image

				model = af.load_vit(${model.id})
				print(model.classify(Image.open("image.jpg")))
			`);
		return python`
			# For the Neural Engine of Macs, without Core ML
			from aneforge.sentence_transformers import SentenceTransformer

			model = SentenceTransformer(${model.id})
			embeddings = model.encode(["The ship leaves at noon."], normalize_embeddings=True)
		`;
	},

	bertopic: loadWith("from bertopic import BERTopic", "topic_model = BERTopic.load"),
	bm25s: loadWith("from bm25s.hf import BM25HF", "retriever = BM25HF.load_from_hub"),

	cartesia_mlx: ({ id }) => python`
		import cartesia_mlx as cmx
		import mlx.core as mx

		model = cmx.from_pretrained(${id})
		model.set_dtype(mx.float32)

		prompt = "In the north of the island there is a village"
		for piece in model.generate(
		    prompt,
		    max_tokens=500,
		    eval_every_n=5,
		    verbose=True,
		    top_p=0.99,
		    temperature=0.85,
		):
		    print(piece, end="", flush=True)
	`,

	cartesia_pytorch: ({ id }) => python`
		# pip install --no-binary :all: cartesia-pytorch
		from cartesia_pytorch import ReneLMHeadModel
		from transformers import AutoTokenizer

		model = ReneLMHeadModel.from_pretrained(${id})
		tokenizer = AutoTokenizer.from_pretrained("allenai/OLMo-1B-hf")

		inputs = tokenizer(["In the north of the island there is a village"], return_tensors="pt")
		outputs = model.generate(inputs.input_ids, max_length=50, top_k=100, top_p=0.99)

		print(tokenizer.batch_decode(outputs, skip_special_tokens=True)[0])
	`,

	cortiq: ({ id, pipeline_tag: task }) => {
		const command = CORTIQ_COMMANDS.get(task);
		const text = [
			sh`cortiq run MODEL.cmf --prompt "Why is the sky blue?"`,
			sh`
				# The same as a server, with OpenAI's routes
				cortiq serve MODEL.cmf --port 8080
			`,
		];
		return [
			sh`
				# Builds the command with Rust; https://github.com/infosave2007/cmf/releases has it built
				cargo install cortiq-cli
				# A repository may have several sizes: one of these files is MODEL.cmf below
				hf download --include "*.cmf" --local-dir . ${operand(id)}
			`,
			...(command ? [command] : text),
		];
	},

	edsnlp: (model) => {
		const name = readName(model).replaceAll("-", "_");
		const [imports, load] = isPythonName(name)
			? [code(name), python`${code(name)}.load()  # edsnlp.load(${name}) does the same`]
			: [code("edsnlp"), python`edsnlp.load(${name})`];
		return [
			python`
				import edsnlp

				nlp = edsnlp.load(${model.id})
			`.named("load"),
			python`
				# Install the model as a package first:
				${code(`# pip install git+https://huggingface.co/${encodePath(model.id)}`)}

				import ${imports}

				nlp = ${load}
			`.named("package"),
		];
	},

	fasttext: ({ id }) => python`
		import fasttext
		from huggingface_hub import hf_hub_download

		model = fasttext.load_model(hf_hub_download(${id}, "model.bin"))
	`,

	flair: loadWith("from flair.models import SequenceTagger", "tagger = SequenceTagger.load"),
	gliner: loadWith("from gliner import GLiNER", "model = GLiNER.from_pretrained"),

	gliner2: ({ id }) => python`
		from gliner2 import GLiNER2

		model = GLiNER2.from_pretrained(${id})

		text = "Ada Lovelace met Charles Babbage in London in June 1833."
		result = model.extract_entities(text, ["person", "place", "date"])
		print(result)
	`,

	hezar: loadWith("from hezar import Model", "model = Model.load"),

	"jev-style": (model) => [
		jevInstall(model),
		python`
			from jev_style import JevStyle, choice, noul

			model = JevStyle.from_pretrained(${model.id})
			result = model.decide(
			    "The parcel came two weeks late, and it was open.",
			    {
			        "complaint": noul("The customer complains."),
			        "cause": choice("What is it about?", ["delivery", "payment", "quality"]),
			    },
			)
			print(result["answers"]["cause"]["choice"])
		`,
	],

	"lightning-ir": (model) => {
		const [bi, cross] = [python`model = BiEncoderModule(${model.id})`, python`model = CrossEncoderModule(${model.id})`];
		const score = (imports: string, load: Code): Code => python`
			# First install the code from https://github.com/webis-de/lightning-ir
			from lightning_ir import ${code(imports)}

			${load}
			output = model.score("query", ["doc1", "doc2", "doc3"])
		`;
		if (hasTag(model, "bi-encoder")) return score("BiEncoderModule", bi);
		if (hasTag(model, "cross-encoder")) return score("CrossEncoderModule", cross);
		const either = python`
			# One of the two, the record does not tell which
			${bi}
			# ${cross}
		`;
		return score("BiEncoderModule, CrossEncoderModule", either);
	},

	"litert-lm": ({ id }) => sh`
		# Guides: https://ai.google.dev/edge/litert-lm
		# All about the command: https://ai.google.dev/edge/litert-lm/cli
		pip install -U litert-lm
		litert-lm run --from-huggingface-repo=${id} --prompt="Why is the sky blue?"
	`,

	/** The model page replaces `{{GGUF_FILE}}` and relies on the layout. */
	"llama-cpp-python": (model) => [
		python`
			# !pip install llama-cpp-python

			from llama_cpp import Llama

			llm = Llama.from_pretrained(
				repo_id=${model.id},
				filename="{{GGUF_FILE}}",
			)

		`,
		hasTag(model, "conversational")
			? python`
				llm.create_chat_completion(
					messages = ${code(JSON.stringify(findMessages(model), null, "\t"))}
				)
			`
			: python`
				output = llm(
					"Once upon a time,",
					max_tokens=512,
					echo=True
				)
				print(output)
			`,
	],

	"mamba-ssm": loadWith("from mamba_ssm import MambaLMHeadModel", "model = MambaLMHeadModel.from_pretrained"),

	/** The id and the text before it are one word, wherever it needs quotes. */
	memra: ({ id }) => [
		sh`
			# For GPUs of NVIDIA's Blackwell generation on Linux (x86-64, driver 580 or later); CUDA's tools are not needed
			curl -fsSL https://raw.githubusercontent.com/avifenesh/memra/main/tools/install.sh | sh
		`,
		sh`
			# Of several GGUF files, :PART behind the id takes the one whose name has PART in it
			MEMRA_CHAT=1 run-gen ${`hf:${id}`} --prompt "Why is the sky blue?"
		`,
		sh`
			# The same as a server with OpenAI's routes, at http://127.0.0.1:8080
			MEMRA_MODELS=${`model=hf:${id}`} memra-server
		`,
	],

	model2vec: loadWith("from model2vec import StaticModel", "model = StaticModel.from_pretrained"),

	paddlenlp: ({ id, config }) => {
		const architecture = readClassName(config?.architectures?.[0]);
		const className = architecture ?? "AutoModel";
		return python`${lines(
			architecture ? undefined : python`# ⚠️ Type of model unknown`,
			python`
				from paddlenlp.transformers import AutoTokenizer, ${code(findImportName(className))}

				tokenizer = AutoTokenizer.from_pretrained(${id}, from_hf_hub=True)
				model = ${code(className)}.from_pretrained(${id}, from_hf_hub=True)
			`,
		)}`;
	},

	pxia: loadWith("from pxia import AutoModel", "model = AutoModel.from_pretrained"),
	relik: loadWith("from relik import Relik", "relik = Relik.from_pretrained"),

	saelens: () => python`
		# pip install sae-lens
		from sae_lens import SAE

		# For example release "gpt2-small-res-jb" with sae_id "blocks.8.hook_resid_pre"
		sae, cfg_dict, sparsity = SAE.from_pretrained(release="RELEASE_ID", sae_id="SAE_ID")
	`,

	"sentence-transformers": (model) => {
		const loadArguments = commaList(python`${model.id}`, readTrust(model));
		if (hasTag(model, "PyLate"))
			return python`
				from pylate import models

				queries = ["When does the ship leave?", "Which bread keeps longest?"]
				documents = [
				    ["The ship leaves at noon.", "The harbour is open all year."],
				    ["Rye bread keeps for a week.", "Rolls are baked twice a day."],
				]

				model = models.ColBERT(model_name_or_path=${model.id})
				queries_embeddings = model.encode(queries, is_query=True)
				documents_embeddings = model.encode(documents, is_query=False)
			`;
		if (hasTag(model, "cross-encoder") || model.pipeline_tag === "text-ranking")
			return python`
				from sentence_transformers import CrossEncoder

				model = CrossEncoder(${loadArguments})

				query = "Which planet is called the red planet?"
				passages = [
				    "Venus is about as large as the Earth and much hotter.",
				    "Mars looks red because there is rust in its dust.",
				    "Jupiter has a storm that has raged for centuries.",
				    "Saturn is known for its rings.",
				]

				scores = model.predict([(query, passage) for passage in passages])
				print(scores)
			`;
		const sentences = readWidgetSentences(model) ?? SENTENCES;
		return python`
			from sentence_transformers import SentenceTransformer

			model = SentenceTransformer(${loadArguments})

			sentences = ${code(`[\n${sentences.map((sentence) => `    ${quote(sentence)}`).join(",\n")}\n]`)}
			embeddings = model.encode(sentences)

			similarities = model.similarity(embeddings, embeddings)
			print(similarities.shape)
			# [${sentences.length}, ${sentences.length}]
		`;
	},

	setfit: loadWith("from setfit import SetFitModel", "model = SetFitModel.from_pretrained"),

	spacy: (model) => {
		const name = readName(model);
		const wheel = `${encodePath(model.id)}/resolve/main/${encodePath(name)}-any-py3-none-any.whl`;
		const load = python`
			# Install the model first:
			${code(`# pip install https://huggingface.co/${wheel}`)}

			import spacy

			nlp = spacy.load(${name})
		`;
		if (!isPythonName(name)) return load;
		return python`
			${load}

			# The same as a module
			import ${code(name)}

			nlp = ${code(name)}.load()
		`;
	},

	"span-marker": loadWith("from span_marker import SpanMarkerModel", "model = SpanMarkerModel.from_pretrained"),

	stanza: (model) => {
		const name = readName(model).replace(/^stanza-/, "");
		return python`
			import stanza

			stanza.download(${name})
			nlp = stanza.Pipeline(${name})
		`;
	},

	swarmformer: loadWith("from swarmformer import SwarmFormerModel", "model = SwarmFormerModel.from_pretrained"),
};

function findMessages(model: ModelData): ChatMessage[] {
	const input = findExampleInput(model) ?? NO_EXAMPLE;
	if (Array.isArray(input)) return input;
	return [{ role: "user", content: typeof input === "string" ? input : JSON.stringify(input) }];
}

/** The program that runs the model depends on the format of its weights. */
function jevInstall(model: ModelData): Code {
	if (hasTag(model, "mlx"))
		return sh`
			# On Macs with Apple silicon
			pip install "jev-style[mlx]"
		`;
	if (hasTag(model, "gguf"))
		return sh`
			# The model runs in llama.cpp: its folder is the argument of the script, which builds a program there
			pip install jev-style
			hf download --local-dir jev-score ${operand(model.id)} build_jev_score.sh jev_score.cpp
			export JEV_SCORE_BIN=$(sh jev-score/build_jev_score.sh ./llama.cpp | tail -n 1)
		`;
	return sh`pip install "jev-style[torch]"`;
}
