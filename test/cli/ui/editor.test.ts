import { describe, expect, it } from "vitest";
import { clearEditor, createEditor, type EditorState, edit, layOut } from "../../../src/cli/ui/editor.ts";
import { KeyDecoder } from "../../../src/cli/ui/keys.ts";

function type(state: EditorState, keys: string, width = 10): EditorState {
	const decoder = new KeyDecoder();
	return [...decoder.push(keys), ...decoder.flush()].reduce(
		(current, key) => edit(current, key, width) ?? current,
		state,
	);
}

/** The text with `|` at the cursor. */
function show({ text, cursor }: EditorState): string {
	return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

const [UP, DOWN, RIGHT, LEFT] = ["\u001B[A", "\u001B[B", "\u001B[C", "\u001B[D"];

const CASES: readonly [name: string, keys: string, shown: string][] = [
	["typing", "hello", "hello|"],
	["inside", `ac${LEFT}b`, "ab|c"],
	["whole characters", `a👩‍👩‍👧‍👦b${LEFT}${LEFT}x`, "ax|👩‍👩‍👧‍👦b"],
	["erasing a whole character", "a👍🏽\u007F", "a|"],
	["deleting", `abc${LEFT}${LEFT}\u001B[3~`, "a|c"],
	["beginning and end", "abc\u0001x\u0005y", "xabcy|"],
	["words", "one two three\u001Bb\u001Bbx", "one x|two three"],
	["erasing a word", "one two\u0017", "one |"],
	["erasing to the beginning and the end", `abcd${LEFT}${LEFT}\u000B\u0015x`, "x|"],
	["new lines", "a\nb\u001B\rc", "a\nb\nc|"],
	["up and down in lines", `abc\nd\nefg${UP}${UP}x`, "ax|bc\nd\nefg"],
	["up and down in a wrapped line", `0123456789abc${UP}x`, "012x|3456789abc"],
	["wide characters keep the column", `日本語\nabcdef${UP}x`, "日本語x|\nabcdef"],
	["a paste", "a\u001B[200~b\rc\u001B[201~d", "ab\ncd|"],
	["left at the start and right at the end", `${LEFT}a${RIGHT}${RIGHT}b`, "ab|"],
];

describe("the editor", () => {
	it.each(CASES)("%s", (_, keys, shown) => {
		expect(show(type(createEditor(), keys))).toBe(shown);
	});

	it("walks through the history and back to the draft", () => {
		const editor = createEditor(["one", "two"]);
		const draft = type(editor, "draft");
		expect(show(type(draft, UP))).toBe("two|");
		expect(show(type(draft, UP + UP + UP))).toBe("one|");
		expect(show(type(draft, UP + UP + DOWN + DOWN))).toBe("draft|");
		expect(show(type(draft, UP + DOWN + DOWN))).toBe("draft|");
	});

	it("remembers each message once", () => {
		const sent = clearEditor(type(createEditor(["one"]), "two"));
		expect(sent).toMatchObject({ text: "", history: ["one", "two"] });
		expect(clearEditor(type(sent, "two")).history).toEqual(["one", "two"]);
		expect(clearEditor(type(sent, "  ")).history).toEqual(["one", "two"]);
	});

	it("lays out lines with room for the cursor after a full one", () => {
		expect(layOut({ text: "0123456789", cursor: 10 }, 10)).toEqual({ lines: ["0123456789", ""], row: 1, column: 0 });
		expect(layOut({ text: "日本語の", cursor: 2 }, 5)).toEqual({ lines: ["日本", "語の"], row: 1, column: 0 });
		expect(layOut({ text: "a\n\nb", cursor: 2 }, 10)).toEqual({ lines: ["a", "", "b"], row: 1, column: 0 });
	});
});
