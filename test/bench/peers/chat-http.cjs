// A streamed chat with nothing but node:http: what hub is measured against.
const { request } = require("node:http");

const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "hi" }] });
const headers = { "content-type": "application/json" };
request(`${process.argv[2]}/v1/chat/completions`, { method: "POST", headers }, (response) => {
	let pending = "";
	response.setEncoding("utf8");
	response.on("data", (text) => {
		const events = (pending + text).split("\n\n");
		pending = events.pop() ?? "";
		for (const event of events) {
			const data = event.slice(6);
			if (data !== "[DONE]") process.stdout.write(JSON.parse(data).choices[0].delta.content);
		}
	});
	response.on("end", () => process.stdout.write("\n"));
}).end(body);
