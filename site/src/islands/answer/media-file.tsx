import { useObjectUrl } from "./use-object-url.ts";

/** A file that a model made. */
export function MediaFile({ file }: { file: Blob }) {
	const url = useObjectUrl(file);
	if (!url) return null;
	const [kind] = file.type.split("/");
	return (
		<>
			{kind === "image" && <img src={url} alt="Generated" />}
			{kind === "audio" && <audio src={url} controls aria-label="Generated recording" />}
			{kind === "video" && <video src={url} controls muted loop playsInline aria-label="Generated video" />}
			<p className="note">
				<a href={url} download={`output.${(file.type.split("/")[1] ?? "").replace("x-", "")}`}>
					Save
				</a>{" "}
				{file.type}, {Math.ceil(file.size / 1000)} kB
			</p>
		</>
	);
}
