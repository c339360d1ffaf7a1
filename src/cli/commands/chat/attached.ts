import { basename } from "node:path";
import type { Context } from "../../context.ts";
import { type Attachment, fenceTexts, readAttachments } from "../../input/attachments.ts";

import { readImageUrl } from "../../input/media.ts";
import type { ChatSession } from "./session.ts";
import { openFileFetch } from "./slash-actions.ts";

/** Attachments of the next message: images, and the texts of files in front of it. */
export class Attached {
	/** Names of the attachments. */
	names: readonly string[] = [];
	private files: readonly Attachment[] = [];
	private readonly session: ChatSession;
	private readonly context: Context;

	constructor(session: ChatSession, context: Context) {
		this.session = session;
		this.context = context;
	}

	async addImage(path: string): Promise<void> {
		const name = /^data:/.test(path) ? "image" : basename(path);
		this.add([{ kind: "image", name, url: await readImageUrl(path, this.context) }]);
	}

	/** Adds a file, a web URL, or the files of a folder or pattern. */
	async addFiles(path: string): Promise<void> {
		const { session, context } = this;
		const open = () => openFileFetch(session, context);
		const files = await readAttachments([path], open, context);
		const texts = fenceTexts([...this.files, ...files]);
		if (texts !== "") await session.checkContext(texts);
		this.add(files);
	}

	/** Returns the content of a message with the attachments, and clears them. */
	take(said: string): unknown {
		const text = [fenceTexts(this.files), said].filter(Boolean).join("\n\n");
		const images = this.files.flatMap((file) => (file.kind === "image" ? [file.url] : []));
		this.files = [];
		this.names = [];
		const parts = images.map((url) => ({ type: "image_url", image_url: { url } }));
		return parts.length > 0 ? [{ type: "text", text }, ...parts] : text;
	}

	private add(files: readonly Attachment[]): void {
		this.files = [...this.files, ...files];
		this.names = [...this.names, ...files.map(({ name }) => name)];
	}
}
