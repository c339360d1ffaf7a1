import type { CallEvent } from "../../call.ts";
import type { CallState, SeenRequest } from "../../call-task.ts";
import { CodeBlock } from "../parts/code-block.tsx";

interface Props {
	events: readonly CallEvent[] | undefined;
	token: string | undefined;
	call: CallState;
}

/** The first request to a model, with the token hidden. */
export function RequestView({ events = [], token, call }: Props) {
	const requests = events.flatMap((event) => (event.type === "request" ? [event.request] : []));
	const request = requests.find(({ method }) => method === "POST") ?? requests.at(-1);
	return (
		<section aria-label="Request">
			{request ? (
				<CodeBlock language="json">{formatRequest(request, token)}</CodeBlock>
			) : (
				<p className="note">
					The request of {call.task.label} appears here when you press Run, as it is sent, with the token hidden.
				</p>
			)}
		</section>
	);
}

function formatRequest({ method, url, headers, body }: SeenRequest, token: string | undefined): string {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${hide(value, token)}`);
	return [`${method} ${url}`, ...lines, "", formatBody(body)].join("\n");
}

function hide(value: string, token: string | undefined): string {
	return [token, "hf_sandbox", "sandbox-key"].reduce<string>(
		(text, secret) => (secret ? text.replaceAll(secret, "…") : text),
		value,
	);
}

function formatBody(body: SeenRequest["body"]): string {
	if (body === undefined || body === null) return "";
	if (body instanceof FormData) {
		return [...body]
			.map(([name, value]) => `${name}: ${value instanceof Blob ? describeFile(value) : value}`)
			.join("\n");
	}
	if (body instanceof Blob) return describeFile(body);
	if (typeof body !== "string") return "(bytes)";
	try {
		return JSON.stringify(JSON.parse(body), shorten, 2);
	} catch {
		return body;
	}
}

/** Base64 of files is not readable. */
function shorten(_name: string, value: unknown): unknown {
	return typeof value === "string" && value.length > 2000
		? `${value.slice(0, 60)}… (${value.length} characters)`
		: value;
}

function describeFile({ size, type }: Blob): string {
	return `(${size} bytes, ${type})`;
}
