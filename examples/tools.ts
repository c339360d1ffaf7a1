/** Lets the model call a function, and returns the result to it. */
import { type ChatCompletionInput, InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const token = process.env["HF_TOKEN"];
const client = token ? new InferenceClient(token) : new InferenceClient("hf_any", { fetch: createSandbox() });

const model = "Qwen/Qwen3-32B";
const tools: ChatCompletionInput["tools"] = [
	{
		type: "function",
		function: {
			name: "get_weather",
			description: "Returns the weather of a city",
			parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
		},
	},
];
const getWeather = ({ city }: { city: string }): object => ({ city, celsius: 21, sky: "clear" });

const messages: ChatCompletionInput["messages"] = [{ role: "user", content: "What is the weather in Paris?" }];
const first = await client.chatCompletion({ model, messages, tools });
const message = first.choices[0]?.message;

for (const call of message?.tool_calls ?? []) {
	const result = getWeather(JSON.parse(call.function.arguments));
	console.log(`${call.function.name}(${call.function.arguments}) returned ${JSON.stringify(result)}`);
	messages.push(
		{ role: "assistant", content: "", tool_calls: [call] },
		{ role: "tool", tool_call_id: call.id, content: JSON.stringify(result) },
	);
}
const second = await client.chatCompletion({ model, messages, tools });
console.log(second.choices[0]?.message.content);
