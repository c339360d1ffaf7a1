import { KNOWN_TASKS } from "./known-models.ts";

/** Owners in addition to those of the known models. */
const FURTHER_OWNERS = `
	sandbox fal-ai wavespeed-ai minimax prunaai bytedance google microsoft meta mistral cohere coherelabs deepgram
	cartesia swiss-ai nvidia unsloth bartowski ggml-org lmstudio-community mlx-community onnx-community xenova
	thebloke stabilityai sentence-transformers huggingfaceh4 tiiuae moonshotai minimaxai allenai xlabs-ai runwayml
	compvis salesforce superb suno helsinki-nlp bigscience eleutherai mixedbread-ai nomic-ai jinaai snowflake
	ibm-granite liquidai 01-ai xai-org accounts`;
const OWNERS = new Set(
	[
		...Object.values(KNOWN_TASKS).flatMap(({ models }) => models.map((id) => id.split("/")[0] ?? "")),
		...FURTHER_OWNERS.trim().split(/\s+/),
	].map((owner) => owner.toLowerCase()),
);

/** Model names at providers that omit the owner. */
const FAMILIES =
	/^(?:gpt|o[134]|chatgpt|dall-e|tts|whisper|distil-whisper|text-embedding|text-moderation|llama|meta-llama|mixtral|mistral|ministral|codestral|magistral|gemma|qwen|qwq|deepseek|kimi|glm|command|c4ai|embed-|rerank|flux|playai|canopylabs|sonar|bge|gte|e5|all-minilm|bert|distilbert|gpt2|cogview|cogvideo|hunyuan|wan|kling|sd3|sdxl|stable-diffusion|sandbox\.|accounts-)/;

/**
 * Whether the sandbox has a model: its owner is `sandbox` or a known one, or its name belongs to a known family that
 * providers call without an owner. Nothing with `no-such` exists.
 */
export function modelExists(model: string): boolean {
	const id = model.toLowerCase();
	if (id.length > 256 || id.includes("no-such")) return false;
	const [first = "", ...others] = id.split("/");
	return others.length === 0 || others[0] === "" ? FAMILIES.test(first) || isVersion(first) : OWNERS.has(first);
}

/** The hash of a version, as Replicate has them. */
function isVersion(id: string): boolean {
	return /^[0-9a-f]{40,64}$/.test(id);
}
