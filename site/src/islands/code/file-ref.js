/** Stands for a file in arguments that are shown as code. */
export class FileRef {
	/**
	 * @param name file in the current folder
	 * @param isSample whether `hub` has it built in, as `sample:NAME`
	 * @param isUrl whether the call takes it as a data URL
	 */
	constructor(name, isSample, isUrl = false) {
		this.name = name;
		this.isSample = isSample;
		this.isUrl = isUrl;
	}
}

/** Returns the placeholder in code for the file of a field. */
export function showFile({ sample, file }, isUrl) {
	return new FileRef(sample ?? file.name, sample !== undefined, isUrl);
}
