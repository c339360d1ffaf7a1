import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Random } from "./world.ts";
import { PNG, SECRET } from "./world.ts";

/** Names of files that hold keys. */
export const KEY_FILES = [
	".env",
	".env.local",
	".npmrc",
	".netrc",
	"id_rsa",
	"id_ed25519.pub",
	"server.pem",
	"tls.KEY",
	"Credentials.json",
	"credentials",
	"vault.kdbx",
	"secrets.yaml",
	"Secrets.toml",
] as const;

/** Writes files; a value that begins with `→` is a link to the rest, `⇒` a hard link to a file below the folder. */
export function fill(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
	for (const [name, content] of Object.entries(files)) {
		const path = join(folder, name);
		mkdirSync(dirname(path), { recursive: true });
		if (typeof content !== "string" || !/^[→⇒]/.test(content)) writeFileSync(path, content);
		else if (content.startsWith("→")) symlinkSync(content.slice(1), path);
		else linkSync(join(folder, content.slice(1)), path);
	}
}

/** Returns one of endlessly many folders that want to have the secret file sent. */
export function generateFolder(numbers: Random, secret: string): Record<string, string | Uint8Array> {
	const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(numbers() * items.length)] as Item;
	const files: Record<string, string | Uint8Array> = { "plain.txt": "plain", "image.png": PNG };
	const count = 1 + Math.floor(numbers() * 8);
	for (let index = 0; index < count; index++) {
		const place = pick(["", "", "a/", "a/b/", "deep/er/", "node/"]);
		const key = pick(KEY_FILES);
		const name = pick(["notes.txt", "photo.png", "data.json", "README.md", "x.jpg"]);
		const up = "../".repeat(place.split("/").length);
		const trick = pick(["key", "link", "upward", "folder", "chain", "ignored", "shortcut"]);
		const path = `${place}${index}-${name}`;
		if (trick === "key") files[`${place}${key}`] = `${SECRET}\n`;
		else if (trick === "link") files[path] = `→${secret}`;
		else if (trick === "upward") files[path] = `→${up}private/secret.txt`;
		else if (trick === "folder") files[`${place}${index}`] = `→${dirname(secret)}`;
		else if (trick === "chain") {
			files[`${place}${index}.middle`] = `→${secret}`;
			files[path] = `→${index}.middle`;
		} else if (trick === "shortcut") {
			files[`${place}${index}/${key}`] = `${SECRET}\n`;
			files[path] = `→${index}/${key}`;
		} else {
			files[`${place}${index}-ignored.txt`] = `${SECRET}\n`;
			files[`${place}.gitignore`] = "*-ignored.txt\n";
		}
	}
	return files;
}
