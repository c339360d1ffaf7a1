import type { Key } from "../../ui/keys.ts";
import { matchSlashCommands, readSlashName } from "./slash-commands.ts";

/** A line of the menu below the editor. */
export interface MenuItem {
	/** Text of the editor when it is chosen. */
	text: string;
	label: string;
	aside: string;
	/** It needs no argument, so Enter runs it. */
	isWhole: boolean;
}

/** Suggestions besides the commands: ids for `/model` and `/load`. */
export interface MenuSources {
	models(): readonly { id: string; aside: string }[];
	chats(): readonly { id: string; title: string; model: string | undefined }[];
}

/** Returns the items that match the typed text: commands, then models and chats by their ids, titles and models. */
function listMenu(text: string, { models, chats }: MenuSources): readonly MenuItem[] {
	const commands = matchSlashCommands(text);
	if (commands.length > 0) {
		return commands.map(({ name, argument, summary }) => ({
			text: `/${name}${argument === "" ? "" : " "}`,
			label: `/${name} ${argument}`,
			aside: summary,
			isWhole: !argument.startsWith("<"),
		}));
	}
	const [, command, word = ""] = /^\/(model|load)\s+(\S*)$/.exec(text) ?? [];
	if (command === undefined) return [];
	const wanted = word.toLowerCase();
	const fits = (parts: readonly (string | undefined)[]): boolean => parts.join(" ").toLowerCase().includes(wanted);
	const found =
		command === "model"
			? models().filter(({ id }) => fits([id]))
			: chats().flatMap(({ id, title, model }) => (fits([id, title, model]) ? [{ id, aside: title }] : []));
	// A complete command needs no menu.
	if (found.length === 1 && found[0]?.id === word) return [];
	return found.map(({ id, aside }) => ({ text: `/${command} ${id}`, label: id, aside, isWhole: true }));
}

/** Position of the selection after a key; undefined for a key that does not move it. */
function moveInMenu(cursor: number, count: number, { name }: Key): number | undefined {
	if (count < 2) return undefined;
	if (name === "up") return (cursor + count - 1) % count;
	if (name === "down") return (cursor + 1) % count;
	return undefined;
}

/** The menu with its mark. */
export class Menu {
	/** Which item is marked. */
	cursor = 0;
	private readonly sources: MenuSources;

	constructor(sources: MenuSources) {
		this.sources = sources;
	}

	items(text: string): readonly MenuItem[] {
		return listMenu(text, this.sources);
	}

	/** Moves the selection; returns false for other keys, which reset it. */
	move(text: string, key: Key): boolean {
		const moved = moveInMenu(this.cursor, this.items(text).length, key);
		this.cursor = moved ?? 0;
		return moved !== undefined;
	}

	/** Returns the selected item, for Tab. */
	take(text: string): MenuItem | undefined {
		const item = this.items(text)[this.cursor];
		this.cursor = 0;
		return item;
	}

	/** Returns the item that Enter chooses: none if the line is complete. */
	choose(text: string): MenuItem | undefined {
		const isMoved = this.cursor > 0;
		const isMeant = isMoved || !this.isWrittenOut(text.trim());
		const item = this.take(text);
		return isMeant ? item : undefined;
	}

	private isWrittenOut(line: string): boolean {
		const [, command, word = ""] = /^\/(model|load)\s+(\S+)$/.exec(line) ?? [];
		if (command === undefined) return readSlashName(line) !== undefined;
		return command === "model" ? word.includes("/") : this.items(line).some(({ label }) => label === word);
	}
}
