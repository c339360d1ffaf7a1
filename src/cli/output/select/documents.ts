import { parseJson } from "../../../json.ts";

/** Takes the output of a command apart into JSON documents: one alone, or one per line. */
export class DocumentReader {
	private text = "";

	/** Takes a part of the output; returns the documents that are complete. */
	add(part: string): unknown[] {
		this.text += part;
		return part.endsWith("\n") ? (this.take() ?? []) : [];
	}

	/**
	 * Ends the output.
	 * @returns the documents that were left; undefined if what is left is no JSON
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
