/** Id of a heading as GitHub makes it. */
export function slug(text: string): string {
	const words = text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
	return words.trim().replace(/\s/g, "-") || "section";
}
