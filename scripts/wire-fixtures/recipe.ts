import type { Data, Mapping, Members } from "./format.ts";

/** The values that the terms of a recipe refer to; see the specification of body recipes. */
export interface RecipeInput {
	/** Without accessToken, endpointUrl, provider and model. */
	args: Members;
	model: string;
	mapping: Mapping & { hfModelId: string };
	outputType?: string | undefined;
}

/** A file among the arguments. */
interface File {
	base64: string;
	type: string;
	isBlob: boolean;
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";
const FAL_AUDIO: Record<string, string> = {
	"audio/mpeg": "audio/mpeg",
	"audio/mp3": "audio/mpeg",
	"audio/wav": "audio/x-wav",
	"audio/wave": "audio/x-wav",
	"audio/x-wav": "audio/x-wav",
	"audio/webm": "video/webm",
	"video/webm": "video/webm",
	"audio/mp4": "audio/mp4",
};

/** Returns the body a recipe describes, without absent members. */
export function cook(recipe: string, input: RecipeInput): Members {
	const body: Members = {};
	for (const term of splitTop(recipe, " + ")) apply(term.trim(), body, input);
	return JSON.parse(JSON.stringify(body)) as Members;
}

export function members(value: Data): Members {
	return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Members) : {};
}

export function readFile(value: Data): File | undefined {
	const file = members(value);
	const base64 = file["$blob"] ?? file["$bytes"] ?? file["$view"];
	if (typeof base64 !== "string") return undefined;
	return { base64, type: String(file["type"] ?? ""), isBlob: "$blob" in file };
}

function apply(term: string, body: Members, input: RecipeInput): void {
	const { args, mapping, model } = input;
	const P = members(args["parameters"]);
	const list = /^(args|rest|P)(?:-\{([^}]*)\})?$/.exec(term);
	if (list) {
		const [, name, without = ""] = list;
		const dropped = without.split(",").map((key) => (key === "INPUTKEY" ? ("data" in args ? "data" : "inputs") : key));
		if (name !== "P" && name !== "args") dropped.push("inputs", "parameters");
		for (const [key, value] of Object.entries(name === "P" ? P : args)) if (!dropped.includes(key)) body[key] = value;
		return;
	}
	const isLora = mapping.adapter === "lora";
	const weights = isLora && mapping.adapterWeightsPath;
	const hub = `https://huggingface.co/${mapping.hfModelId}`;
	const format = members(args["response_format"]);
	const schema = format["type"] === "json_schema" ? members(format["json_schema"]) : {};
	switch (term) {
		case "falLora":
			if (weights) body["loras"] = [{ path: `${hub}/resolve/main/${weights}`, scale: 1 }];
			return;
		case "falLoraSdxl":
			if (weights && model === "fal-ai/lora") body["model_name"] = "stabilityai/stable-diffusion-xl-base-1.0";
			return;
		case "wavespeedLora":
			if (isLora) body["loras"] = [{ path: mapping.hfModelId, scale: 1 }];
			return;
		case "nebiusGuidedJson":
			if (schema["schema"]) body["guided_json"] = schema["schema"];
			return;
		case "sambanovaStrict":
			if (Object.keys(schema).length > 0) {
				body["response_format"] = { ...format, json_schema: { ...schema, strict: false } };
			}
			return;
		case "togetherResponseFormat":
			if (schema["schema"]) body["response_format"] = { type: "json_schema", schema: schema["schema"] };
			return;
		case "minimaxVideo": {
			const image = args["inputs"] === undefined ? undefined : evaluate("IMG(png)", input);
			const frame = { type: "image_url", image_url: { url: image ?? null }, role: "first_frame" };
			const unknown = [
				"prompt",
				"seed",
				"guidance_scale",
				"negative_prompt",
				"num_inference_steps",
				"num_frames",
				"target_size",
			];
			for (const [name, value] of Object.entries(P)) if (!unknown.includes(name)) body[name] = value;
			body["model"] = model;
			body["content"] = [{ type: "text", text: P["prompt"] ?? null }, ...(image === undefined ? [] : [frame])];
			body["resolution"] = P["resolution"] ?? "768P";
			body["duration"] = P["duration"] ?? (P["num_frames"] ? 10 : 4);
			body["ratio"] = image === undefined ? (P["ratio"] ?? (P["target_size"] ? "4:3" : "16:9")) : "adaptive";
			return;
		}
		case "togetherImageField": {
			const image = evaluate("IMG(jpeg)", input);
			const name = model.toLowerCase();
			if (name.includes("kontext") && name.includes("flux.1")) body["image_url"] = image;
			else body["reference_images"] = [image];
			return;
		}
	}
	const assignment = /^([\w]+)(\?)?=(.*)$/s.exec(term);
	if (!assignment) throw new Error(`Cannot read the term ${term}`);
	const [, key = "", isOptional, expression = ""] = assignment;
	const value = evaluate(expression, input);
	if (isOptional && value === undefined) return;
	body[key] = value;
}

function evaluate(expression: string, input: RecipeInput): Data {
	const { args, model, mapping, outputType } = input;
	const P = members(args["parameters"]);
	const text = expression.trim();
	if (text.startsWith("(") && text.endsWith(")")) return evaluate(text.slice(1, -1), input);
	const choices = splitTop(text, " ?? ");
	if (choices.length > 1) {
		const [head = "", ...others] = choices;
		return evaluate(head, input) ?? evaluate(others.join(" ?? "), input);
	}
	if (text === "true") return true;
	if (/^"[^"]*"$/.test(text)) return text.slice(1, -1);
	if (text.startsWith("[")) return splitTop(text.slice(1, -1), ",").map((item) => evaluate(item, input));
	if (text.startsWith("{")) return evaluateObject(text.slice(1, -1), input);
	const member = /^(P|args|inputs)\.([\w.]+)$/.exec(text);
	if (member) {
		const [, root, path = ""] = member;
		const start: Data = root === "P" ? P : root === "args" ? args : args["inputs"];
		return path.split(".").reduce<Data>((value, key) => members(value)[key], start);
	}
	const call = /^(\w+)(?:\(([^)]*)\))?$/.exec(text);
	const [, name = "", argument = ""] = call ?? [];
	const source = args["data"] ?? members(args["inputs"])["image"] ?? args["inputs"];
	const file = readFile(name === "B64" && argument ? evaluate(argument, input) : source);
	switch (name) {
		case "M":
			return model;
		case "inputs":
			return args["inputs"];
		case "VERSION":
			return model.split(":")[1];
		case "LORA_WEIGHTS":
			return mapping.adapter === "lora" && mapping.adapterWeightsPath
				? `https://huggingface.co/${mapping.hfModelId}`
				: undefined;
		case "VOICE":
			return P["voice"] ?? (model.toLowerCase().includes("kokoro") ? "af_alloy" : undefined);
		case "RESPONSE_FORMAT":
			return outputType === "url" ? "url" : argument;
		case "B64":
			return file?.base64 ?? PIXEL;
		case "IMAGES": {
			const given = args["images"] ?? P["images"];
			const isTexts = Array.isArray(given) && given.every((item) => typeof item === "string");
			return isTexts ? given : [file?.base64 ?? PIXEL];
		}
		case "IMG": {
			if (!file) return undefined;
			// fal: an untyped file is a PNG (defect 15 of the reference).
			const untyped = argument === "fal" ? "image/png" : `image/${argument}`;
			return `data:${file.type || untyped};base64,${file.base64}`;
		}
		case "AUDIO":
			if (!file) return undefined;
			return `data:${argument === "fal" ? FAL_AUDIO[file.type] : file.type || "audio/wav"};base64,${file.base64}`;
		case "AUDIOFILE":
			return source;
	}
	throw new Error(`Cannot evaluate ${text}`);
}

/** An object literal, or a recipe within braces. */
function evaluateObject(text: string, input: RecipeInput): Data {
	const parts = splitTop(text, ",");
	const pairs = parts.map((part) => /^(\w+):(.*)$/s.exec(part.trim()));
	if (pairs.every((pair) => pair !== null)) {
		return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", evaluate(pair?.[2] ?? "", input)]));
	}
	return cook(text, input);
}

/** Splits a string at separators outside brackets and quotes. */
function splitTop(text: string, separator: string): string[] {
	const parts: string[] = [];
	let depth = 0;
	let isQuoted = false;
	let start = 0;
	for (let index = 0; index < text.length; index++) {
		const character = text[index] ?? "";
		if (character === '"') isQuoted = !isQuoted;
		if (isQuoted) continue;
		if ("([{".includes(character)) depth++;
		if (")]}".includes(character)) depth--;
		if (depth === 0 && text.startsWith(separator, index)) {
			parts.push(text.slice(start, index));
			start = index + separator.length;
			index = start - 1;
		}
	}
	return [...parts, text.slice(start)];
}
