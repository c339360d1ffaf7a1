// Posts a file, or a JSON body, with nothing but node:http, and prints or stores the response.
const { readFileSync, writeFileSync } = require("node:fs");
const { request } = require("node:http");

const [, , url, input, output] = process.argv;
const body = input.startsWith("@") ? readFileSync(input.slice(1)) : JSON.stringify({ inputs: input });
request(url, { method: "POST" }, (response) => {
	const parts = [];
	response.on("data", (part) => parts.push(part));
	response.on("end", () => {
		const bytes = Buffer.concat(parts);
		if (output) writeFileSync(output, bytes);
		else console.log(JSON.parse(bytes.toString()));
	});
}).end(body);
