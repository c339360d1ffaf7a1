import { hasTag } from "../model.ts";
import { code, type GeneratorTable, lines, loadWith, operand, python, sh, text } from "./snippet.ts";

/** SpeechBrain's interface → its method for a file. */
const METHODS: ReadonlyMap<string, string> = new Map([
	["EncoderClassifier", "classify_file"],
	["EncoderDecoderASR", "transcribe_file"],
	["EncoderASR", "transcribe_file"],
	["SpectralMaskEnhancement", "enhance_file"],
	["SepformerSeparation", "separate_file"],
]);

export const speech: GeneratorTable = {
	chat_tts: () => python`
		import ChatTTS
		import torch
		import torchaudio

		chat = ChatTTS.Chat()
		chat.load_models(compile=False)  # True is slower to start and faster to speak

		texts = ["Good morning, and welcome aboard."]
		wavs = chat.infer(texts)

		torchaudio.save("output.wav", torch.from_numpy(wavs[0]), 24000)
	`,

	chatterbox: () => python`
		# pip install chatterbox-tts
		import torchaudio
		from chatterbox.tts import ChatterboxTTS

		model = ChatterboxTTS.from_pretrained(device="cuda")

		text = "The ferry leaves at noon; bring a warm coat."
		wav = model.generate(text)
		torchaudio.save("default-voice.wav", wav, model.sr)

		# The same sentence in the voice of a recording
		wav = model.generate(text, audio_prompt_path="path/to/voice.wav")
		torchaudio.save("cloned-voice.wav", wav, model.sr)
	`,

	"dia-tts": ({ id }) => python`
		import soundfile as sf
		from dia.model import Dia

		model = Dia.from_pretrained(${id})

		# [S1] and [S2] mark who is speaking
		text = "[S1] Did you hear that? [S2] Hear what? [S1] I think the kettle is singing. [S2] It always does."
		output = model.generate(text)

		sf.write("dialogue.wav", output, 44100)
	`,

	dia2: ({ id }) => python`
		from dia2 import Dia2, GenerationConfig, SamplingConfig

		dia = Dia2.from_repo(${id}, device="cuda", dtype="bfloat16")
		config = GenerationConfig(
		    cfg_scale=2.0,
		    audio=SamplingConfig(temperature=0.8, top_k=50),
		    use_cuda_graph=True,
		)
		result = dia.generate("[S1] Hello, is anybody there?", config=config, output_wav="hello.wav", verbose=True)
	`,

	espnet: (model) => {
		if (hasTag(model, "text-to-speech"))
			return python`
				from espnet2.bin.tts_inference import Text2Speech

				model = Text2Speech.from_pretrained(${model.id})
				speech, *_ = model("The night train leaves at ten.")
			`;
		if (hasTag(model, "automatic-speech-recognition"))
			return python`
				import soundfile
				from espnet2.bin.asr_inference import Speech2Text

				model = Speech2Text.from_pretrained(${model.id})
				speech, rate = soundfile.read("path/to/speech.wav")
				text, *_ = model(speech)[0]
			`;
		return text("unknown model type (must be text-to-speech or automatic-speech-recognition)");
	},

	"index-tts": ({ id }) => python`
		from huggingface_hub import snapshot_download
		from indextts.infer import IndexTTS

		snapshot_download(${id}, local_dir="checkpoints")
		tts = IndexTTS(model_dir="checkpoints", cfg_path="checkpoints/config.yaml")

		voice = "path/to/reference-voice.wav"
		text = "The tide comes in twice a day."
		tts.infer(voice, text, "output.wav")
	`,

	kittentts: ({ id }) => python`
		import soundfile as sf
		from kittentts import KittenTTS

		model = KittenTTS(${id})
		audio = model.generate("Small voices carry far on a quiet evening.")

		sf.write("output.wav", audio, 24000)
	`,

	"mars5-tts": loadWith(
		"# First install the code from https://github.com/Camb-ai/MARS5-TTS\nfrom inference import Mars5TTS",
		"mars5 = Mars5TTS.from_pretrained",
	),

	nemo: (model) => {
		if (!hasTag(model, "automatic-speech-recognition")) return python`# tag did not correspond to a valid NeMo domain.`;
		return python`
			import nemo.collections.asr as nemo_asr

			asr_model = nemo_asr.models.ASRModel.from_pretrained(${model.id})
			transcriptions = asr_model.transcribe(["file.wav"])
		`;
	},

	openasr: ({ id }) => {
		const name = id.split("/").at(-1) ?? id;
		return sh`
			# Download the command from https://github.com/QuintinShaw/openasr/releases
			openasr pull ${operand(name)}
			openasr transcribe audio.wav --model ${name}
		`;
	},

	outetts: (model) => {
		if (hasTag(model, "gguf") || hasTag(model, "onnx")) return [];
		const name = model.id.includes("/") ? python`${model.id}.split("/", 1)[1]` : python`${model.id}`;
		return python`
			import outetts

			version = outetts.Models(${name})
			config = outetts.ModelConfig.auto_config(version, outetts.Backend.HF)
			interface = outetts.Interface(config)

			speaker = interface.load_default_speaker("EN-FEMALE-1-NEUTRAL")
			output = interface.generate(
			    outetts.GenerationConfig(
			        text="Good evening, here is the weather for the coast.",
			        speaker=speaker,
			    )
			)
			output.save("output.wav")
		`;
	},

	"pocket-tts": ({ id }) => python`
		import scipy.io.wavfile
		from pocket_tts import TTSModel

		model = TTSModel.load_model(${id})
		voice = model.get_state_for_audio_prompt("hf://kyutai/tts-voices/alba-mackenna/casual.wav")
		audio = model.generate_audio(voice, "I keep a poem in my pocket.")

		scipy.io.wavfile.write("output.wav", model.sample_rate, audio.numpy())
	`,

	qwen3_tts: ({ id }) => python`
		# pip install qwen-tts
		import soundfile as sf
		import torch
		from qwen_tts import Qwen3TTSModel

		model = Qwen3TTSModel.from_pretrained(
		    ${id},
		    device_map="cuda:0",
		    dtype=torch.bfloat16,
		    attn_implementation="flash_attention_2",
		)
		wavs, sample_rate = model.generate_custom_voice(
		    text="We won! I can hardly believe it.",
		    language="English",
		    speaker="Ryan",
		    instruct="Excited and a little out of breath.",
		)

		sf.write("output.wav", wavs[0], sample_rate)
	`,

	speechbrain: ({ id, config }) => {
		const name = config?.speechbrain?.speechbrain_interface;
		if (name === undefined) return python`# interface not specified in config.json`;

		const method = METHODS.get(name);
		if (!method) return python`# interface in config.json invalid`;

		return python`
			from speechbrain.inference import ${code(name)}

			model = ${code(name)}.from_hparams(${id})
			model.${code(method)}("file.wav")
		`;
	},

	supertonic: () => python`
		from supertonic import TTS

		tts = TTS(auto_download=True)
		style = tts.get_voice_style(voice_name="M1")
		wav, duration = tts.synthesize("A light breeze came up from the harbour.", voice_style=style)

		tts.save_audio(wav, "output.wav")
	`,

	tensorflowtts: (model) => {
		const load = python`model = TFAutoModel.from_pretrained(${model.id})`;
		if (hasTag(model, "text-to-mel"))
			return python`
				from tensorflow_tts.inference import AutoProcessor, TFAutoModel

				processor = AutoProcessor.from_pretrained(${model.id})
				${load}
			`;
		const run = python`
			mels = ...  # from a model that turns text into mels
			audios = model.inference(mels)
		`;
		return python`
			from tensorflow_tts.inference import TFAutoModel

			${lines(load, hasTag(model, "mel-to-wav") ? run : undefined)}
		`;
	},

	vibevoice: ({ id }) => python`
		import librosa
		import numpy as np
		import soundfile as sf
		import torch
		from vibevoice.modular.modeling_vibevoice_inference import VibeVoiceForConditionalGenerationInference
		from vibevoice.processor.vibevoice_processor import VibeVoiceProcessor

		# The voice to speak with: one channel, 24000 samples a second
		voice, sample_rate = sf.read("path/to/voice.wav")
		if voice.ndim > 1:
		    voice = np.mean(voice, axis=1)
		if sample_rate != 24000:
		    voice = librosa.resample(voice, orig_sr=sample_rate, target_sr=24000)

		processor = VibeVoiceProcessor.from_pretrained(${id})
		model = VibeVoiceForConditionalGenerationInference.from_pretrained(${id}, torch_dtype=torch.bfloat16)
		model = model.to("cuda").eval()
		model.set_ddpm_inference_steps(5)

		inputs = processor(
		    text=["Speaker 0: Have you met the new neighbours?\nSpeaker 1: Not yet, but their dog has met me."],
		    voice_samples=[[voice]],
		    return_tensors="pt",
		)
		audio = model.generate(**inputs, cfg_scale=1.3, tokenizer=processor.tokenizer).speech_outputs[0]

		sf.write("output.wav", audio.float().cpu().numpy().squeeze(), 24000)
	`,

	voicecraft: loadWith("from voicecraft import VoiceCraft", "model = VoiceCraft.from_pretrained"),

	voxcpm: ({ id }) => python`
		import soundfile as sf
		from voxcpm import VoxCPM

		model = VoxCPM.from_pretrained(${id})
		wav = model.generate(
		    text="Every story needs a voice of its own.",
		    prompt_wav_path=None,  # a recording whose voice to take on
		    prompt_text=None,  # what is said in it
		    cfg_value=2.0,  # higher keeps closer to the text
		    inference_timesteps=10,  # higher sounds better and takes longer
		    normalize=True,
		    denoise=True,
		    retry_badcase=True,
		    retry_badcase_max_times=3,
		    retry_badcase_ratio_threshold=6.0,
		)

		sf.write("output.wav", wav, 16000)
	`,

	vui: () => python`
		# pip install git+https://github.com/fluxions-ai/vui
		import torchaudio
		from vui.inference import render
		from vui.model import Vui

		model = Vui.from_pretrained().cuda()
		waveform = render(model, "So, um, where were we? Ah yes, the lighthouse.")
		print(waveform.shape)

		torchaudio.save("output.opus", waveform[0], 22050)
	`,

	whisperkit: () => sh`
		brew install whisperkit-cli

		# All options
		whisperkit-cli transcribe --help

		# With the model recommended for this machine
		whisperkit-cli transcribe --audio-path path/to/audio.mp3

		# With a model of your choice
		whisperkit-cli transcribe --model "large-v3" --model-prefix "distil" --audio-path path/to/audio.mp3 --verbose
	`,

	zonos: ({ id }) => python`
		# pip install git+https://github.com/Zyphra/Zonos.git
		import torchaudio
		from zonos.conditioning import make_cond_dict
		from zonos.model import Zonos

		model = Zonos.from_pretrained(${id}, device="cuda")

		# A clean recording of 5 to 10 seconds gives the voice
		wav, sampling_rate = torchaudio.load("path/to/voice.wav")
		speaker = model.make_speaker_embedding(wav, sampling_rate)

		cond = make_cond_dict(text="The orchard is in bloom again.", speaker=speaker, language="en-us")
		codes = model.generate(model.prepare_conditioning(cond))
		wav = model.autoencoder.decode(codes)[0].cpu()

		torchaudio.save("output.wav", wav, model.autoencoder.sampling_rate)
	`,
};
