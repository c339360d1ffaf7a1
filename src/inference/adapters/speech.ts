import { isBytes } from "../../base/base64.ts";
import { getPath, isRecord, omitUndefined, readMember } from "../../base/json.ts";
import { InferenceClientInputError } from "../../errors.ts";
import { inOrder, refuseDoubles } from "../../http/list-order.ts";
import type { AutomaticSpeechRecognitionOutput, AutomaticSpeechRecognitionOutputChunk } from "../io/media.ts";
import type { Args, Call, TaskAdapter } from "../types.ts";
import { readInput } from "./input.ts";
import { isFile } from "./media.ts";
import { flat, omit } from "./payload.ts";
import { isString, malformed } from "./shape.ts";

interface TranscriptionOptions {
	route?: string;
	/** Error for an input that is not a recording. */
	refused: string;
	/** Whether the service fetches the recording itself. */
	passes?: (value: unknown) => boolean;
}

/** Transcription as defined by OpenAI: a form with the file. */
export function transcriptions(
	error: string,
	{ route = "v1/audio/transcriptions", refused, passes = () => false }: TranscriptionOptions,
): TaskAdapter<AutomaticSpeechRecognitionOutput> {
	return {
		route: () => route,
		encode: async (args, transport) => {
			const value = recording(args);
			if (passes(value)) return { ...omit(args, "data"), inputs: String(value) };
			const input = await readInput(value, transport);
			if (!isBytes(input)) throw new InferenceClientInputError(refused);
			return { ...omit(args, "data"), inputs: input };
		},
		payload: (call) => {
			const file = recording(call.args);
			// A text is a URL, or the placeholder for a file in a snippet.
			if (!isBytes(file) && !isString(file)) throw new InferenceClientInputError(refused);
			return transcriptionForm(call, isString(file) || file instanceof Blob ? file : new Blob([file]));
		},
		parse: ({ data }) => {
			const text = getPath(data, "text");
			if (!isString(text)) throw malformed(error, data);
			const segments = getPath(data, "segments");
			if (!Array.isArray(segments)) return { text };
			return { text, chunks: chunksOf(segments, ({ start, end }) => [start, end]) };
		},
	};
}

interface SpeechOptions {
	route?: string;
	/** Returns the default voice of a model. */
	voice?: (model: string) => string | undefined;
}

/** Speech as defined by OpenAI: the response is the recording. */
export function speech(error: string, { route = "v1/audio/speech", voice }: SpeechOptions = {}): TaskAdapter<Blob> {
	return {
		route: () => route,
		payload: ({ args, model }) => ({
			...flat(args),
			...omitUndefined({ voice: args.parameters?.["voice"] ?? voice?.(model) }),
			input: args.inputs,
			model,
		}),
		parse: ({ data }) => {
			if (!isFile(data)) throw malformed(error, data);
			return data;
		},
	};
}

/** Returns the recording in the arguments: `inputs`, or `data` in older programs. */
export function recording(args: Args): unknown {
	return args.data ?? args.inputs;
}

const AUDIO_TYPE = /^audio\/(?:x-)?(mpeg|mp[34]|m4a|flac|ogg|webm)$/;

function transcriptionForm({ args, model }: Call, file: Blob | string): FormData {
	const form = new FormData();
	// The service determines the format by the extension.
	if (file instanceof Blob) {
		const [, kind = "wav"] = AUDIO_TYPE.exec(mediaType(file)) ?? [];
		form.append("file", file, `audio.${kind === "mpeg" ? "mp3" : kind}`);
	} else form.append("file", file);
	for (const [name, value] of Object.entries({ ...flat(omit(args, "data")), model })) {
		if (value === undefined || value === null) continue;
		form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
	}
	return form;
}

/** Returns the type of a Blob in lowercase, without parameters such as `;codecs=opus`. */
export function mediaType(blob: Blob): string {
	return (blob.type.split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * Returns the parts of a transcript that have a text and a time, in their order.
 * @throws ProviderOutputError if their ids are not those of a whole transcript
 */
export function chunksOf(
	items: unknown,
	timestampOf: (item: Record<string, unknown>) => unknown,
): AutomaticSpeechRecognitionOutputChunk[] {
	if (!Array.isArray(items)) return [];
	return orderById(items).flatMap((item: unknown) => {
		if (!isRecord(item) || !isString(item["text"])) return [];
		const timestamp = timestampOf(item);
		return Array.isArray(timestamp) ? [{ text: item["text"], timestamp: timestamp as number[] }] : [];
	});
}

/** The ids of segments are numbers from 0 or from 1, or names such as `seg_001`, which do not imply an order. */
function orderById(items: readonly unknown[]): readonly unknown[] {
	const ids = items.map((item) => readMember(item, "id"));
	const names = ids.filter((id): id is string => isString(id) && !/^[\d.+-]+$/.test(id));
	if (names.length === 0 || names.length < items.length)
		return inOrder(items, { name: "segments", key: "id", from: ids.includes(1) && !ids.includes(0) ? 1 : 0 });
	refuseDoubles(names, "segments");
	return items;
}
