import { parseJson } from "../http/index.ts";
import { isRecord } from "../json.ts";
import { splitEvents } from "./sse.ts";
import type { StreamForm } from "./stream.ts";
import { END_MARKER } from "./stream-checks.ts";

/** Passes the events of a chat on as they came, without the usage that only hub asked for. */
export class ChatForm implements StreamForm {
	private readonly isUsageWanted: boolean;
	private hasEnd = false;

	constructor(isUsageWanted: boolean) {
		this.isUsageWanted = isUsageWanted;
	}

	push(text: string): string {
		this.hasEnd ||= END_MARKER.test(text);
		const isPlain = this.isUsageWanted || !(text.includes('"usage"') || /"choices"\s*:\s*\[\s*\]/.test(text));
		return isPlain
			? text
			: splitEvents(text)
					.map(({ text: block, data }) => withoutUsage(block, data))
					.join("");
	}

	end(): string {
		return this.hasEnd ? "" : "data: [DONE]\n\n";
	}

	fail(error: object): string {
		return `data: ${JSON.stringify(error)}\n\n`;
	}
}

function withoutUsage(block: string, data: string | undefined): string {
	const value = data === undefined ? undefined : parseJson(data);
	if (!isRecord(value)) return `${block}\n\n`;
	const { usage, choices, ...rest } = value;
	if (Array.isArray(choices) && choices.length === 0) return "";
	if (usage === undefined) return `${block}\n\n`;
	return `data: ${JSON.stringify({ ...rest, choices })}\n\n`;
}
