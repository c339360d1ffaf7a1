const SAME_PROMPT_ROUTE =
	"It has no route for plain completion: text generation sends the prompt as a chat message and returns the answer.";

/**
 * Notes about providers for callers, beyond their definitions. A provider without notes follows
 * OpenAI's API and needs none.
 */
export const PROVIDER_NOTES: Record<string, readonly string[]> = {
	"black-forest-labs": [
		"An image is a job: the first response names a URL, and hub polls it once a second, at most five times. Slow models can run out of time; the error names the last status.",
		"Through Hugging Face only the first request is routed. The polls go straight to the URL of the job, without your token.",
	],
	cerebras: ["It refuses requests that have `store`, so hub leaves that parameter out."],
	deepinfra: ["Recordings are uploaded as files; only a Blob or an ArrayBuffer is accepted, not a URL."],
	"fal-ai": [
		"Images and videos are jobs in a queue: hub polls every half second until the job is done, without a limit. Use `--timeout`, or a signal, to give up earlier.",
		"Recordings must be MP3, MP4, WAV or WebM, and a Blob needs its type.",
		"LoRA adapters work by their id on Hugging Face: the weights are passed as a URL that the provider downloads.",
	],
	groq: [SAME_PROMPT_ROUTE],
	"hf-inference": [
		"Hugging Face's own service. Calls always go through Hugging Face, with a Hugging Face token.",
		"Each model has its own URL, and the format of the request depends on the task. Images and recordings are sent as raw bytes, not as base64.",
		"It is also the provider for an endpoint of your own: set `--endpoint`, or `endpointUrl` in the library.",
	],
	hyperbolic: [SAME_PROMPT_ROUTE],
	nebius: ["It takes a JSON schema as `guided_json`; hub sends it in addition to `response_format`."],
	novita: [
		SAME_PROMPT_ROUTE,
		"A video is a job: hub polls every half second until it is done or has failed. `num_inference_steps` is sent as `steps`.",
	],
	nscale: ['Images always come as base64, so `outputType: "url"` returns a data URL.'],
	openai: [
		"Model ids begin with `openai/`, as in `openai/gpt-4o-mini`. hub does not look them up on Hugging Face.",
		"A Hugging Face token is refused before anything is sent.",
	],
	replicate: [
		"It waits up to a minute for a result (`Prefer: wait`). hub then polls until the prediction ends.",
		"A model written with a version, `owner/name:version`, is called by the version.",
		"Models disagree on the name of an input image, so it is sent under all four names they use.",
	],
	sambanova: ["It refuses `strict: true` in a JSON schema, so hub sends `strict: false`."],
	together: [
		"It takes a JSON schema without a name and without `strict`; hub rewrites `response_format`.",
		"A video is a job: hub polls every two seconds, at most 150 times. `target_size` is sent as `width` and `height`, `num_inference_steps` as `steps`.",
		"The first frame of a video is limited to 61,440 characters of base64, about 45 kB.",
		"Kokoro models cannot speak without a voice: hub sends `af_alloy` if you choose none.",
		"Speech recognition also takes the URL of a recording.",
	],
	wavespeed: [
		"Every call is a job: hub polls every half second, without a limit. Use `--timeout`, or a signal, to give up earlier.",
		"Tasks that work with or without an image get a transparent pixel if no image is given.",
	],
	"zai-org": [
		"An image is a job: hub polls every five seconds, at most 60 times.",
		"Image-to-text is the provider's layout parser: it reads documents, and takes a Blob or a URL.",
	],
};
