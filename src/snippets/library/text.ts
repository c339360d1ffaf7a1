import { readName } from "../model.ts";
import { type GeneratorTable, loadWith, python, sh } from "./snippet.ts";

/** Text libraries. */
export const text: GeneratorTable = {
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

	"litert-lm": ({ id }) => sh`
		# Guides: https://ai.google.dev/edge/litert-lm
		# All about the command: https://ai.google.dev/edge/litert-lm/cli
		pip install -U litert-lm
		litert-lm run --from-huggingface-repo=${id} --prompt="Why is the sky blue?"
	`,

	"mamba-ssm": loadWith("from mamba_ssm import MambaLMHeadModel", "model = MambaLMHeadModel.from_pretrained"),
	model2vec: loadWith("from model2vec import StaticModel", "model = StaticModel.from_pretrained"),
	pxia: loadWith("from pxia import AutoModel", "model = AutoModel.from_pretrained"),
	relik: loadWith("from relik import Relik", "relik = Relik.from_pretrained"),

	saelens: () => python`
		# pip install sae-lens
		from sae_lens import SAE

		# For example release "gpt2-small-res-jb" with sae_id "blocks.8.hook_resid_pre"
		sae, cfg_dict, sparsity = SAE.from_pretrained(release="RELEASE_ID", sae_id="SAE_ID")
	`,

	setfit: loadWith("from setfit import SetFitModel", "model = SetFitModel.from_pretrained"),
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
