import type { CannedReply } from "../../scripts/wire-fixtures/format.ts";

/** Answers with status 200 that hold no result. */
export const MALFORMED: Record<string, CannedReply> = {
	"empty object": { json: {} },
	"array instead of object": { json: [] },
	"list of null": { json: [null] },
	null: { json: null },
	number: { json: 7 },
	string: { json: "no" },
	boolean: { json: true },
	"wrong type of every member": {
		json: {
			choices: 1,
			data: 2,
			images: 3,
			output: 4,
			text: 5,
			id: 6,
			task_id: 0,
			request_id: 7,
			polling_url: 8,
			md_results: 9,
			audio: 10,
			video: 11,
			generated_text: 12,
		},
	},
	"null in every member": {
		json: { choices: null, data: null, images: null, output: null, text: null, id: null, audio: null, video: null },
	},
	"empty lists": { json: { choices: [], data: [], images: [], output: [], model: "m", outputs: [] } },
	"nested null": {
		json: { choices: [null], data: [null], images: [null], output: [null], model: "m", audio: { url: null } },
	},
	"error object with status 200": { json: { error: "overloaded" } },
	HTML: { type: "text/html; charset=utf-8", text: "<html><body>Bad gateway</body></html>" },
	"truncated JSON": { type: "application/json", text: '{"choices": [{"mess' },
	"empty body": { type: "application/json", text: "" },
	"empty body without type": { text: "" },
	"JSON as text": { type: "text/plain", text: '{"text": "x"}' },
};
