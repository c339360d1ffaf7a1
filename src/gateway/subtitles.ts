/** A part of a transcript with its times in seconds. */
export interface Segment {
	id: number;
	start: number;
	end: number;
	text: string;
}

/** Returns the parts of a transcript that have times. The last one may have no end. */
export function toSegments(chunks: readonly { text: string; timestamp: readonly (number | null)[] }[]): Segment[] {
	return chunks.flatMap(({ text, timestamp: [start, end] }, id) => {
		if (typeof start !== "number") return [];
		return [{ id, start, end: typeof end === "number" ? Math.max(start, end) : start + 1, text }];
	});
}

/** Returns subtitles in SubRip or WebVTT format. */
export function formatSubtitles(segments: readonly Segment[], format: "srt" | "vtt"): string {
	const mark = format === "srt" ? "," : ".";
	const cues = segments.map(({ start, end, text }, index) => {
		const times = `${formatTime(start, mark)} --> ${formatTime(end, mark)}`;
		// An empty line would end the cue, and an arrow could be read as times.
		const line = text
			.trim()
			.replace(/\s*\n\s*/g, "\n")
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
