/** A task as an agent does it in the shell, with `hub` and with `curl`. */
export interface AgentTask {
	name: string;
	/** Lines of bash; all that they print is read by the agent. */
	hub: string;
	curl: string;
	/** The line of an agent that knows the fields of the answer by heart and prints only those it needs; default: `curl`. */
	picked?: string;
}

const ROUTER = "https://router.huggingface.co";
const KEY = '-H "Authorization: Bearer $HF_TOKEN"';
const JSON_TYPE = '-H "Content-Type: application/json"';

/** A call of a chat model, whose answer is picked out. */
const chat = (body: string): string =>
	`curl -s ${ROUTER}/v1/chat/completions ${KEY} ${JSON_TYPE} -d ${body} | jq -r '.choices[0].message.content'`;
/** A call of a task at Hugging Face's own service, whose URL needs no look-up. */
const task = (model: string, body: string, more = ""): string =>
	`curl -s ${ROUTER}/hf-inference/models/${model} ${KEY} ${JSON_TYPE} -d '${body}'${more}`;
/** Who serves a model, under which name: services with forms of their own need it. */
const look = (model: string): string =>
	`curl -s "https://huggingface.co/api/models/${model}?expand[]=inferenceProviderMapping" ${KEY}`;
const PICK = " | jq -r '.inferenceProviderMapping[]|[.provider,.providerId,.status]|@tsv'";
/** A line for each way to read a look-up. */
const bothWays = (write: (pick: string) => string): Pick<AgentTask, "curl" | "picked"> => ({
	curl: write(""),
	picked: write(PICK),
});
/** Bytes of a file, to Hugging Face's own service. */
const upload = (model: string, file: string, type: string): string =>
	`curl -s ${ROUTER}/hf-inference/models/${model} ${KEY} -H "Content-Type: ${type}" --data-binary @${file}`;

/**
 * Twenty tasks. The agent with `curl` is well read: it knows every URL, form of request and model by heart, and makes no
 * mistake; it picks the answer of a chat with `jq` and reads other answers as they come. The agent with `hub` has read `hub
 * help agents`.
 */
export const AGENT_TASKS: readonly AgentTask[] = [
	{
		name: "ask a model",
		hub: 'hub "Explain attention in one sentence"',
		curl: chat(
			`'{"model":"openai/gpt-oss-20b","messages":[{"role":"user","content":"Explain attention in one sentence"}]}'`,
		),
	},
	{
		name: "review a diff",
		hub: 'cat changes.diff | hub "Review this"',
		curl: `jq -n --rawfile d changes.diff '{model:"openai/gpt-oss-20b",messages:[{role:"user",content:("Review this\\n\\n"+$d)}]}' | ${chat("@-")}`,
	},
	{
		name: "ask about two files",
		hub: 'hub infer -t chat -f src/ "What does this do?"',
		curl: `jq -n --rawfile a src/main.py --rawfile b src/tide.py '{model:"openai/gpt-oss-20b",messages:[{role:"user",content:("src/main.py:\\n"+$a+"\\nsrc/tide.py:\\n"+$b+"\\nWhat does this do?")}]}' | ${chat("@-")}`,
	},
	{
		name: "ask about a picture",
		hub: 'hub infer -t chat --image photo.png "What is in it?"',
		curl: `jq -n --arg i "data:image/png;base64,$(base64 -w0 photo.png)" '{model:"Qwen/Qwen2.5-VL-7B-Instruct",messages:[{role:"user",content:[{type:"text",text:"What is in it?"},{type:"image_url",image_url:{url:$i}}]}]}' > body.json && ${chat("@body.json")}`,
	},
	{
		name: "JSON that follows a schema",
		hub: 'hub infer -t chat --schema "name, age int" "Ada is 36"',
		curl: chat(
			`'{"model":"openai/gpt-oss-20b","messages":[{"role":"user","content":"Ada is 36"}],"response_format":{"type":"json_schema","json_schema":{"name":"person","strict":true,"schema":{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer"}},"required":["name","age"],"additionalProperties":false}}}}'`,
		),
	},
	{
		name: "a picture of 512×512",
		hub: 'hub infer -t text-to-image "a lighthouse" -o light.png --param width=512 --param height=512',
		curl: task(
			"black-forest-labs/FLUX.1-dev",
			'{"inputs":"a lighthouse","parameters":{"width":512,"height":512}}',
			" -o light.png && file light.png",
		),
	},
	{
		name: "transcribe a recording",
		hub: "hub infer -t asr talk.wav",
		curl: upload("openai/whisper-large-v3", "talk.wav", "audio/wav"),
	},
	{
		name: "speak a text",
		hub: 'hub infer -t tts "Hello" -o hello.wav',
		...bothWays(
			(pick) => `${look("hexgrad/Kokoro-82M")}${pick}
curl -s ${ROUTER}/fal-ai/fal-ai/kokoro ${KEY} ${JSON_TYPE} -d '{"text":"Hello"}' | jq -r .audio.url | xargs curl -s -o hello.wav && file hello.wav`,
		),
	},
	{
		name: "translate",
		hub: 'hub infer -t translation "Good morning" --param src_lang=eng_Latn --param tgt_lang=fra_Latn',
		curl: task(
			"facebook/nllb-200-1.3B",
			'{"inputs":"Good morning","parameters":{"src_lang":"eng_Latn","tgt_lang":"fra_Latn"}}',
		),
	},
	{
		name: "summarize a file",
		hub: "hub infer -t summarization @report.txt",
		curl: `jq -n --rawfile t report.txt '{inputs:$t}' | curl -s ${ROUTER}/hf-inference/models/facebook/bart-large-cnn ${KEY} ${JSON_TYPE} -d @-`,
	},
	{
		name: "classify a text",
		hub: 'hub infer -t classify "I love it"',
		curl: task("distilbert/distilbert-base-uncased-finetuned-sst-2-english", '{"inputs":"I love it"}'),
	},
	{
		name: "classify by own labels",
		hub: 'hub infer -t zero-shot "Charged twice" --labels billing,shipping',
		curl: task(
			"facebook/bart-large-mnli",
			'{"inputs":"Charged twice","parameters":{"candidate_labels":["billing","shipping"]}}',
		),
	},
	{
		name: "label a column of a table",
		hub: "hub batch reviews.csv -t zero-shot --column text --labels good,bad -o out.jsonl && head -2 out.jsonl",
		curl: `tail -n +2 reviews.csv | while IFS= read -r text; do jq -n --arg t "$text" '{inputs:$t,parameters:{candidate_labels:["good","bad"]}}' | curl -s --retry 3 ${ROUTER}/hf-inference/models/facebook/bart-large-mnli ${KEY} ${JSON_TYPE} -d @- | jq -c --arg t "$text" '{text:$t,label:.[0].label}' >> out.jsonl; done; wc -l out.jsonl; head -2 out.jsonl`,
	},
	{
		name: "vectors of two texts, in a file",
		hub: 'hub infer -t embed "one" "two" -o vectors.json',
		curl: task("thenlper/gte-large", '{"inputs":["one","two"]}', " -o vectors.json && jq length vectors.json"),
	},
	{
		name: "answer from a text",
		hub: 'hub infer -t qa "Where does Ada live?" --context @report.txt',
		curl: `jq -n --rawfile t report.txt '{inputs:{question:"Where does Ada live?",context:$t}}' | curl -s ${ROUTER}/hf-inference/models/deepset/roberta-base-squad2 ${KEY} ${JSON_TYPE} -d @-`,
	},
	{
		name: "read a document",
		hub: 'hub infer -t docqa invoice.png "What is the total?"',
		curl: `jq -n --arg i "$(base64 -w0 invoice.png)" '{inputs:{image:$i,question:"What is the total?"}}' > body.json && curl -s ${ROUTER}/hf-inference/models/impira/layoutlm-document-qa ${KEY} ${JSON_TYPE} -d @body.json`,
	},
	{
		name: "find objects in a picture",
		hub: "hub infer -t detect photo.png",
		curl: upload("facebook/detr-resnet-50", "photo.png", "image/png"),
	},
	{
		name: "find models",
		hub: "hub models whisper -t asr --limit 5",
		curl: `curl -s "https://huggingface.co/api/models?search=whisper&pipeline_tag=automatic-speech-recognition&sort=downloads&limit=5" ${KEY}`,
		picked: `curl -s "https://huggingface.co/api/models?search=whisper&pipeline_tag=automatic-speech-recognition&sort=downloads&limit=5" ${KEY} | jq -r '.[]|[.id,.downloads]|@tsv'`,
	},
	{
		name: "who serves a model, and at what price",
		hub: "hub models openai/gpt-oss-20b --providers",
		curl: `${look("openai/gpt-oss-20b")}
curl -s ${ROUTER}/v1/models ${KEY} | jq -c '.data[]|select(.id=="openai/gpt-oss-20b")|.providers'`,
		picked: `${look("openai/gpt-oss-20b")}${PICK}
curl -s ${ROUTER}/v1/models ${KEY} | jq -r '.data[]|select(.id=="openai/gpt-oss-20b")|.providers[]|[.provider,.pricing.input,.pricing.output,.context_length,.throughput,.supports_tools]|@tsv'`,
	},
	{
		name: "a video",
		hub: 'hub infer -t text-to-video "waves" -o waves.mp4',
		...bothWays(
			(pick) => `${look("tencent/HunyuanVideo")}${pick}
curl -s ${ROUTER}/replicate/v1/models/tencent/hunyuanvideo/predictions ${KEY} ${JSON_TYPE} -H "Prefer: wait" -d '{"input":{"prompt":"waves"}}' | jq -r .output | xargs curl -s -o waves.mp4 && file waves.mp4`,
		),
	},
];
