// A streamed chat with the reference client.
import { chatCompletionStream } from "inference-later";

const args = { endpointUrl: `${process.argv[2]}/v1/chat/completions`, messages: [{ role: "user", content: "hi" }] };
for await (const chunk of chatCompletionStream(args)) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
