import { CodeBlock } from "../parts/code-block.jsx";

/** The first request to a model, with the token hidden. */
export function RequestView({ events = [], token, call }) {
	const requests = events.filter(({ type }) => type === "request").map(({ request }) => request);
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

function formatRequest({ method, url, headers, body }, token) {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${hide(value, token)}`);
	return [`${method} ${url}`, ...lines, "", formatBody(body)].join("\n");
}

function hide(value, token) {
	return [token, "hf_sandbox", "sandbox-key"].reduce(
		(text, secret) => (secret ? text.replaceAll(secret, "…") : text),
		value,
	);
}

function formatBody(body) {
	if (body === undefined || body === null) return "";
	if (body instanceof FormData) {
		return [...body]
			.map(([name, value]) => `${name}: ${value instanceof Blob ? describeFile(value) : value}`)
			.join("\n");
	}
	if (typeof body !== "string") return describeFile(body);
	try {
		return JSON.stringify(JSON.parse(body), shorten, 2);
	} catch {
		return body;
	}
}

/** Base64 of files is not readable. */
function shorten(_name, value) {
	return typeof value === "string" && value.length > 2000
		? `${value.slice(0, 60)}… (${value.length} characters)`
		: value;
}

function describeFile({ size, type }) {
	return `(${size} bytes, ${type})`;
}
