/** URL of a sample file, in the browser: the build puts them beside the scripts' folder. */
export function sampleUrl(name: string): string {
	return new URL(/* @vite-ignore */ `../samples/${name}`, import.meta.url).href;
}
