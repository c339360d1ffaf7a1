// A streamed chat with the client of OpenAI.
import OpenAI from "openai";

const client = new OpenAI({ baseURL: `${process.argv[2]}/v1`, apiKey: "none" });
const messages = [{ role: "user", content: "hi" }];
const stream = await client.chat.completions.create({ model: "m", stream: true, messages });
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
