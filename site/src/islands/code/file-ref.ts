import type { FileValue } from "../../call-task.ts";

/** Stands for a file in arguments that are shown as code. */
export class FileRef {
	/** File in the current folder. */
	readonly name: string;
	/** Whether `hub` has it built in, as `sample:NAME`. */
	readonly isSample: boolean;
	/** Whether the call takes it as a data URL. */
	readonly isUrl: boolean;

	constructor(name: string, isSample: boolean, isUrl = false) {
		this.name = name;
		this.isSample = isSample;
		this.isUrl = isUrl;
	}
}

/** Returns the placeholder in code for the file of a field. */
export function showFile({ sample, file }: FileValue, isUrl?: boolean): FileRef {
	return new FileRef(sample ?? file?.name ?? "", sample !== undefined, isUrl);
}
