import { Option } from "commander";
import { collect } from "./global.ts";

/** Options of commands whose calls can be logged. */
export function logOptions(): Option[] {
	return [
		new Option("--log [level]", "keep this call in the log: metadata (default) or, as --log=content, all of it"),
		new Option("--no-log", "keep nothing of this call"),
	];
}

/** Options of commands whose requests can be recorded and replayed. */
export function recordingOptions(): Option[] {
	return [
		new Option("--record <dir>", "write each request with its response into this folder, without secrets"),
		new Option("--replay <dir>", "answer from the recordings in this folder: no token, no network"),
		new Option("--replay-or-record <dir>", "answer from this folder; send and record what is missing"),
		new Option("--append", "keep recordings of the same request and number on, instead of replacing them"),
		// The default tells the connection that the command can be recorded, so that the variables count too.
		new Option(
			"--replay-ignore <field>",
			"field of the body that may differ, such as seed or messages.0.content (repeatable)",
		)
			.argParser(collect)
			.default([], "none"),
	];
}
