import { type GeneratorTable, loadWith, python } from "./snippet.ts";

/** Audio libraries: generation, separation, recognition. */
export const audio: GeneratorTable = {
	asteroid: loadWith("from asteroid.models import BaseModel", "model = BaseModel.from_pretrained"),

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

	fairseq: ({ id }) => python`
		from fairseq.checkpoint_utils import load_model_ensemble_and_task_from_hf_hub

		models, cfg, task = load_model_ensemble_and_task_from_hf_hub(${id})
	`,

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
