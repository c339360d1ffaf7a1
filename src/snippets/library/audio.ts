import { hasTag } from "../model.ts";
import { type Code, code, type GeneratorTable, lines, loadWith, python, sh } from "./snippet.ts";

/** Classes of audiocraft, with descriptions and settings; models have the names in lower case as tags. */
const AUDIOCRAFT_CLASSES: [name: string, descriptions: Code, settings?: Code][] = [
	["MusicGen", python`["slow waltz for accordion", "bright ska with trumpets", "harp over soft rain"]`],
	[
		"AudioGen",
		python`["wind in tall grass", "a tram passing a square", "steps on a wooden stair"]`,
		python`model.set_generation_params(duration=5)  # seconds`,
	],
	["MAGNeT", python`["calm piano at night", "fast drums in five-four time", "a choir in a stone church"]`],
];

/** Audio libraries: generation, separation, recognition. */
export const audio: GeneratorTable = {
	asteroid: loadWith("from asteroid.models import BaseModel", "model = BaseModel.from_pretrained"),

	audiocraft: (model) => {
		const kind = AUDIOCRAFT_CLASSES.find(([name]) => hasTag(model, name.toLowerCase()));
		if (!kind) return python`# Type of model unknown.`;
		const [className, descriptions, settings] = kind;
		const name = code(className);
		return python`
			from audiocraft.models import ${name}

			${lines(python`model = ${name}.get_pretrained(${model.id})`, settings)}

			descriptions = ${descriptions}
			wav = model.generate(descriptions)  # one recording for each
		`;
	},

	audioseal: ({ id }) => [
		python`
			# Put an inaudible watermark into a recording
			import torch
			from audioseal import AudioSeal

			generator = AudioSeal.load_generator(${id})

			sample_rate = 16000
			wav = torch.randn(1, 1, 5 * sample_rate)  # (batch, channels, samples), here five seconds of noise

			watermark = generator.get_watermark(wav, sample_rate)
			watermarked_audio = wav + watermark
		`,
		python`
			# Find out whether a recording carries the watermark
			from audioseal import AudioSeal

			detector = AudioSeal.load_detector(${id})
			result, message = detector.detect_watermark(watermarked_audio, sample_rate)
		`,
	],

	fairseq: loadWith(
		"from fairseq.checkpoint_utils import load_model_ensemble_and_task_from_hf_hub",
		"models, cfg, task = load_model_ensemble_and_task_from_hf_hub",
	),

	"kimi-audio": ({ id }) => python`
		# pip install git+https://github.com/MoonshotAI/Kimi-Audio.git
		import soundfile as sf
		from kimia_infer.api.kimia import KimiAudio

		model = KimiAudio(model_path=${id}, load_detokenizer=True)
		sampling = {
		    "audio_temperature": 0.8,
		    "audio_top_k": 10,
		    "text_temperature": 0.0,
		    "text_top_k": 5,
		}

		# Write down what is said
		messages = [
		    {"role": "user", "message_type": "text", "content": "Write down what you hear."},
		    {"role": "user", "message_type": "audio", "content": "path/to/speech.wav"},
		]
		_, transcript = model.generate(messages, **sampling, output_type="text")
		print(transcript)

		# Answer a spoken question, in words and aloud
		messages = [{"role": "user", "message_type": "audio", "content": "path/to/question.wav"}]
		wav, answer = model.generate(messages, **sampling, output_type="both")
		sf.write("answer.wav", wav.detach().cpu().view(-1).numpy(), 24000)
		print(answer)
	`,

	/** The back end follows from the name of the model. */
	moshi: ({ id }) => {
		if (id.includes("-mlx")) {
			const quantization = code(id.includes("-q4") ? " -q 4" : id.includes("-q8") ? " -q 8" : "");
			return sh`
				# pip install moshi_mlx
				python -m moshi_mlx.local${quantization} --hf-repo ${id}

				# The same with a page in the browser
				python -m moshi_mlx.local_web${quantization} --hf-repo ${id}
			`;
		}
		if (id.includes("-candle"))
			return sh`
				# pip install rustymimi
				# The program in Rust is built and run as https://github.com/kyutai-labs/moshi says
			`;
		return [
			sh`
				# pip install moshi
				# Then open https://localhost:8998 in the browser
				python -m moshi.server --hf-repo ${id}
			`,
			python`
				# pip install moshi
				import torch
				from moshi.models import loaders

				checkpoint_info = loaders.CheckpointInfo.from_hf_repo(${id})
				mimi = checkpoint_info.get_mimi(device="cuda")
				mimi.set_num_codebooks(8)

				wav = torch.randn(1, 1, 24000 * 10)  # (batch, channels, samples), ten seconds
				with torch.no_grad():
				    codes = mimi.encode(wav.cuda())
				    decoded = mimi.decode(codes)
			`,
		];
	},

	"pyannote-audio": (model) =>
		hasTag(model, "pyannote-audio-pipeline")
			? python`
				from pyannote.audio import Audio, Pipeline
				from pyannote.core import Segment

				pipeline = Pipeline.from_pretrained(${model.id})

				# A whole file
				pipeline("file.wav")

				# An excerpt
				excerpt = Segment(start=2.0, end=5.0)
				waveform, sample_rate = Audio().crop("file.wav", excerpt)
				pipeline({"waveform": waveform, "sample_rate": sample_rate})
			`
			: python`
				from pyannote.audio import Inference, Model
				from pyannote.core import Segment

				model = Model.from_pretrained(${model.id})
				inference = Inference(model)

				# A whole file
				inference("file.wav")

				# An excerpt
				excerpt = Segment(start=2.0, end=5.0)
				inference.crop("file.wav", excerpt)
			`,

	"stable-audio-tools": ({ id }) => python`
		import torch
		import torchaudio
		from einops import rearrange
		from stable_audio_tools import get_pretrained_model
		from stable_audio_tools.inference.generation import generate_diffusion_cond

		device = "cuda" if torch.cuda.is_available() else "cpu"
		model, model_config = get_pretrained_model(${id})
		sample_rate = model_config["sample_rate"]
		sample_size = model_config["sample_size"]
		model = model.to(device)

		conditioning = [{"prompt": "Slow waves rolling over pebbles"}]
		output = generate_diffusion_cond(
		    model,
		    conditioning=conditioning,
		    sample_size=sample_size,
		    device=device,
		)

		# The whole batch as one recording, as loud as 16 bits allow
		output = rearrange(output, "b d n -> d (b n)").to(torch.float32)
		output = output.div(torch.max(torch.abs(output))).clamp(-1, 1).mul(32767).to(torch.int16).cpu()
		torchaudio.save("output.wav", output, sample_rate)
	`,
};
