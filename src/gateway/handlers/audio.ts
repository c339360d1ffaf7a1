import { getPath, isRecord, readMember, textOf } from "../../base/json.ts";
import { InferenceClientProviderOutputError } from "../../errors.ts";
import type { Fetch } from "../../http/index.ts";
import type { Args, AutomaticSpeechRecognitionOutput, CallOptions } from "../../inference/index.ts";
import { keepTargets, withCall } from "../call.ts";
import { GatewayError, invalid } from "../errors.ts";
import { nameTarget } from "../failure.ts";
import { type Incoming, readJson, takeFile, unhandledFields, withForm } from "../read-request.ts";
import type { Reply } from "../reply.ts";
import type { Attempt } from "../send-to-targets.ts";
import { withoutSuffix } from "../targets.ts";
import type { Target } from "../types.ts";
import { answerJson, answerText, readFile, requestTask } from "./request-task.ts";

/** `POST /v1/audio/speech` */
export async function answerSpeech(incoming: Incoming): Promise<Reply> {
	const { fields, text } = await readJson(incoming);
	const { input, model } = fields;
	if (typeof input !== "string" || input === "") throw invalid("The input is missing.", "input");
	if (fields["stream_format"] === "sse")
		throw invalid("Speech is a file: streams of events are not supported.", "stream_format");
	return await withCall(incoming, { task: "text-to-speech", model, text }, async (call) => {
		const parameters = unhandledFields(fields, "input", "stream_format");
		const answer = await requestTask(call, { inputs: input, parameters }, readFile);
		const { output: file } = answer;
		return call.record.reply(file.type || "application/octet-stream", file, [answer], () => file);
	});
}

const FORMATS = ["json", "text", "verbose_json", "srt", "vtt"] as const;

/** Services that take OpenAI's format; the others return times for `return_timestamps`. */
const OPENAI_FORM: ReadonlySet<string | undefined> = new Set(["deepinfra", "together", "groq", "openai"]);

/** `POST /v1/audio/transcriptions` */
export function answerTranscription(incoming: Incoming): Promise<Reply> {
	return transcribe(incoming, false);
}

/** `POST /v1/audio/translations`: speech in any language to English text, at services that have the route. */
export function answerTranslation(incoming: Incoming): Promise<Reply> {
	return transcribe(incoming, true);
}

/** Services with a route for it. */
const TRANSLATORS: ReadonlySet<string | undefined> = new Set(["deepinfra", "together"]);
const TRANSCRIPTIONS = /\/audio\/transcriptions$/;

/** Sends the form of a call to the route of translations. */
function translateSpeech({ fetch, ...options }: Attempt["options"]): CallOptions {
	const translate: Fetch = (input, init) =>
		fetch(init?.method === "POST" ? String(input).replace(TRANSCRIPTIONS, "/audio/translations") : input, init);
	return { ...options, fetch: translate };
}

function lacksTranslation(target: Target): GatewayError {
	const examples = [...TRANSLATORS].map((id) => `${withoutSuffix(target.model)}:${id}`).join(" or ");
	const message = `${nameTarget(target)} does not translate speech. Name a service that does, such as ${examples}.`;
	return invalid(message, "model", "unsupported_task");
}

function transcribe(incoming: Incoming, isTranslation: boolean): Promise<Reply> {
	return withForm(incoming, async (form, fields) => {
		const file = await takeFile(form, "file");
		const { response_format: wantedFormat = "json", model, language } = fields;
		const format = FORMATS.find((name) => name === wantedFormat);
		if (!format) throw invalid(`response_format must be one of ${FORMATS.join(", ")}.`, "response_format");
		if (fields["stream"] === true) throw invalid("Streams of transcriptions are not supported.", "stream");
		const needsTimes = format !== "json" && format !== "text";
		const rest = unhandledFields(fields, "file", "response_format", "stream", "timestamp_granularities");
		const times = ({ target }: Attempt): Record<string, unknown> =>
			OPENAI_FORM.has(target.provider) ? { response_format: "verbose_json" } : { return_timestamps: true };
		const text = JSON.stringify({ ...fields, file: `[${file.type}, ${file.size} bytes]` });
		return await withCall(incoming, { task: "automatic-speech-recognition", model, text }, async (arrived) => {
			const call = isTranslation ? keepTargets(arrived, TRANSLATORS, lacksTranslation) : arrived;
			const toArgs = (attempting: Attempt): Args => ({
				inputs: file,
				parameters: { ...rest, ...(needsTimes ? times(attempting) : {}) },
			});
			const answer = await requestTask(call, toArgs, readTranscript, isTranslation ? translateSpeech : undefined);
			const { text, chunks } = answer.output;
			const reply = (content: string, type: string): Reply =>
				answerText(call, [answer], call.services.clean(content), `${type}; charset=utf-8`);
			if (format === "json") return answerJson(call, [answer], { text });
			if (format === "text") return reply(`${text}\n`, "text/plain");
			const segments = toSegments(chunks);
			if (format === "verbose_json") {
				const known = {
					...(typeof language === "string" ? { language } : {}),
					...(segments.length > 0 ? { duration: segments.at(-1)?.end } : {}),
				};
				const task = isTranslation ? "translate" : "transcribe";
				return answerJson(call, [answer], { task, ...known, text, segments });
			}
			if (segments.length === 0) {
				const service = answer.exchange.provider ?? nameTarget(answer.attempting.target);
				const message = `${service} returns no timestamps for ${call.model}, which ${format} needs.`;
				throw new GatewayError(422, message, { code: "no_timestamps", param: "response_format" });
			}
			return reply(formatSubtitles(segments, format), format === "vtt" ? "text/vtt" : "application/x-subrip");
		});
	});
}

function readTranscript(output: unknown): AutomaticSpeechRecognitionOutput {
	if (isRecord(output) && typeof output["text"] === "string")
		return output as unknown as AutomaticSpeechRecognitionOutput;
	throw new InferenceClientProviderOutputError("Expected a transcript.");
}

interface Segment {
	id: number;
	start: number;
	end: number;
	text: string;
}

/** Returns the parts of a transcript that have times. The last one may have no end. */
function toSegments(chunks: unknown): Segment[] {
	const timed = (Array.isArray(chunks) ? chunks : []).flatMap((chunk: unknown) => {
		const [start, end] = [getPath(chunk, "timestamp", 0), getPath(chunk, "timestamp", 1)];
		if (typeof start !== "number") return [];
		const text = textOf(readMember(chunk, "text"));
		return [{ start, end: typeof end === "number" ? Math.max(start, end) : start + 1, text }];
	});
	return timed.map((segment, id) => ({ id, ...segment }));
}

function formatSubtitles(segments: readonly Segment[], format: "srt" | "vtt"): string {
	const mark = format === "srt" ? "," : ".";
	const cues = segments.map(({ start, end, text }, index) => {
		const times = `${formatTime(start, mark)} --> ${formatTime(end, mark)}`;
		// An empty line would end the cue, and an arrow could be read as times.
		const line = text
			.split("\n")
			.map((part) => part.trim())
			.filter((part) => part !== "")
			.join("\n")
			.replaceAll("-->", "->");
		return `${format === "srt" ? `${index + 1}\n` : ""}${times}\n${line}\n`;
	});
	return `${format === "vtt" ? "WEBVTT\n\n" : ""}${cues.join("\n")}`;
}

function formatTime(seconds: number, mark: string): string {
	const milliseconds = Math.round(seconds * 1000);
	const pad = (value: number, length = 2): string => String(Math.floor(value)).padStart(length, "0");
	const clock = [pad(milliseconds / 3_600_000), pad((milliseconds / 60_000) % 60), pad((milliseconds / 1000) % 60)];
	return `${clock.join(":")}${mark}${pad(milliseconds % 1000, 3)}`;
}
