import { type Code, code, python } from "../../library/snippet.ts";
import { answerOf, isMedia, type MediaAnswer, type ResponseForm } from "../forms.ts";
import type { Plan } from "../plan.ts";
import { printPython, printPythonLine, writeVariable } from "../print.ts";
import { pythonCall, pythonDataUrl, pythonImports, readFilePython } from "../python.ts";
import { findFile, type RawBody, type RawRequest } from "../raw-request.ts";
import { pythonToken } from "../token.ts";
import { FileInput } from "../values.ts";

/** Python with the package `requests`. */
export function writeRequests(plan: Plan): string | undefined {
	const { billTo, provider, request, form, token } = plan;
	if (!request) return undefined;
	const { body, scheme } = request;
	// Other providers return a job to poll, or JSON.
	if (form === "textToImage" && provider !== "hf-inference") return undefined;
	const answer = answerOf(plan);
	const imports = [
		body.kind === "json" && findFile(body.value) ? "import base64" : undefined,
		answer === "image" ? "import io" : undefined,
		answer === "chunks" ? "import json" : undefined,
		"import requests",
		answer === "audio" ? "from IPython.display import Audio" : undefined,
		answer === "image" ? "from PIL import Image" : undefined,
	];
	const headers = {
		Authorization: pythonToken(token, scheme),
		"Content-Type": body.kind === "file" ? body.file.type : undefined,
		"X-HF-Bill-To": billTo,
	};
	return python`
		${pythonImports(token, ...imports)}

		API_URL = ${request.url}
		headers = ${printPython(headers)}

		${writeQuery(request, answer)}

		${writeCall(plan, request, answer)}
	`.content;
}

function writeQuery({ body }: RawRequest, answer: ResponseForm): Code {
	if (body.kind !== "json") {
		return python`
			def query(filename):
				with open(filename, "rb") as file:
					response = ${postFile(body)}
				response.raise_for_status()
				return response.json()
		`;
	}
	if (answer === "chunks") {
		return python`
			def query(payload):
				response = requests.post(API_URL, headers=headers, json=payload, stream=True)
				response.raise_for_status()
				for line in response.iter_lines():
					if not line.startswith(b"data:"):
						continue
					data = line[len(b"data:"):].strip()
					if data == b"[DONE]":
						return
					yield json.loads(data)
		`;
	}
	return python`
		def query(payload):
			response = requests.post(API_URL, headers=headers, json=payload)
			response.raise_for_status()
			return response${code(isMedia(answer) ? "" : PLAIN[answer][1])}
	`;
}

function postFile(body: Exclude<RawBody, { kind: "json" }>): Code {
	if (body.kind === "file") return code("requests.post(API_URL, headers=headers, data=file)");
	const texts = body.fields.filter((field): field is [string, string] => typeof field[1] === "string");
	const [name = "file"] = body.fields.find(([, value]) => value instanceof FileInput) ?? [];
	return pythonCall("requests.post", [code("API_URL")], {
		headers: code("headers"),
		data: Object.fromEntries(texts),
		files: printPythonLine({ [name]: code("file") }),
	});
}

function writeCall({ library }: Plan, request: RawRequest, answer: ResponseForm): Code {
	const { body } = request;
	if (body.kind !== "json") {
		const file = body.kind === "file" ? body.file : findFile(body.fields.map(([, value]) => value));
		return python`
			output = query(${file?.name ?? ""})
			print(output)
		`;
	}
	const payload = answer === "chunks" ? { ...body.value, stream: true } : body.value;
	const printed = printPython(payload, request.bareBase64 ? writeVariable : pythonDataUrl);
	const file = findFile(payload);
	const read = readAnswer(python`query(${printed})`, answer, library);
	return file
		? python`
			${readFilePython(file)}

			${read}`
		: read;
}

/** Kind of response → the variable that holds it, what `query` returns of it, and what is shown of that. */
const PLAIN: Record<"json" | "text" | "chat", readonly [variable: string, returned: string, shown: string]> = {
	json: ["output", ".json()", "output"],
	text: ["output", ".content", "output.decode()"],
	chat: ["response", ".json()", 'response["choices"][0]["message"]'],
};

function readAnswer(call: Code, answer: ResponseForm, library: string | undefined): Code {
	if (answer === "chunks")
		return python`
			chunks = ${call}

			for chunk in chunks:
				if chunk["choices"] and chunk["choices"][0]["delta"].get("content"):
					print(chunk["choices"][0]["delta"]["content"], end="")
		`;
	if (!isMedia(answer)) {
		const [variable, , shown] = PLAIN[answer];
		return code(`${variable} = ${call.content}\nprint(${shown})`);
	}
	return python`
		response = ${call}

		if "json" in response.headers.get("Content-Type", ""):
			${answer === "audio" && library !== "transformers" ? READ_SAMPLES : code("print(response.json())")}
		else:
			${READ_BYTES[answer]}
	`;
}

/** Some models return audio samples and the sampling rate. */
const READ_SAMPLES = python`
	output = response.json()
	if isinstance(output, list) and len(output) == 2:
		audio, sampling_rate = output
		print(Audio(audio, rate=sampling_rate))
	else:
		print(output)
`;

const READ_BYTES: Record<MediaAnswer, Code> = {
	image: python`
		image = Image.open(io.BytesIO(response.content))
		print(image)
	`,
	video: python`
		with open("video.mp4", "wb") as file:
			file.write(response.content)
		print("Saved video.mp4")
	`,
	audio: python`
		audio = Audio(response.content)  # plays in a notebook
		print(len(response.content), "bytes of audio")
	`,
};
