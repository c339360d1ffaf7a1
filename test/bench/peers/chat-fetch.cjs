// One request with Node's own fetch.
const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "hi" }] });
void fetch(`${process.argv[2]}/v1/chat/completions`, { method: "POST", body })
	.then((response) => response.text())
	.then((text) => console.log(text.length));
