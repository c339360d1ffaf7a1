import { parseJson } from "../../../json.ts";

/** Splits the output of a command into JSON documents: a single one, or one per line. */
export class DocumentReader {
	private text = "";

	/** Adds a part of the output; returns the complete documents. */
	add(part: string): unknown[] {
		this.text += part;
		return part.endsWith("\n") ? (this.take() ?? []) : [];
	}

	/**
	 * Ends the output.
	 * @returns the remaining documents; undefined if the rest is not JSON
	 */
	end(): unknown[] | undefined {
		return this.text.trim() === "" ? [] : this.take();
	}

	private take(): unknown[] | undefined {
		const whole = parseJson(this.text);
		const documents =
			whole === undefined
				? this.text
						.split("\n")
						.filter((line) => line.trim() !== "")
						.map(parseJson)
				: [whole];
		if (documents.includes(undefined)) return undefined;
		this.text = "";
		return documents;
	}
}
