import { isRecord } from "../base/json.ts";
import { parseJson } from "../http/index.ts";
import { splitEvents } from "./sse.ts";
import type { StreamForm } from "./stream.ts";
import { END_MARKER } from "./stream-checks.ts";

const MAY_BE_USAGE = /"usage"|"choices"\s*:\s*\[\s*\]/;

/** Passes the events of a chat on unchanged, except for usage that only hub requested. */
export class ChatForm implements StreamForm {
	private readonly isUsageWanted: boolean;
	private hasEnd = false;

	constructor(isUsageWanted: boolean) {
		this.isUsageWanted = isUsageWanted;
	}

	push(text: string): string {
		this.hasEnd ||= END_MARKER.test(text);
		const isPlain = this.isUsageWanted || !MAY_BE_USAGE.test(text);
		if (isPlain) return text;
		let rest = "";
		for (const { text: block, data } of splitEvents(text)) rest += withoutUsage(block, data);
		return rest;
	}

	end(): string {
		return this.hasEnd ? "" : "data: [DONE]\n\n";
	}

	fail(error: object): string {
		return `data: ${JSON.stringify(error)}\n\n`;
	}
}

function withoutUsage(block: string, data: string | undefined): string {
	const value = data !== undefined && MAY_BE_USAGE.test(data) ? parseJson(data) : undefined;
	if (!isRecord(value)) return `${block}\n\n`;
	const { usage, choices, ...rest } = value;
	if (Array.isArray(choices) && choices.length === 0) return "";
	if (usage === undefined) return `${block}\n\n`;
	return `data: ${JSON.stringify({ ...rest, choices })}\n\n`;
}
