/** Markdown and the lines it becomes without colors. */
export interface MarkdownCase {
	name: string;
	source: string;
	/** Default 40. */
	width?: number;
	lines: string[];
}

export const MARKDOWN_CASES: readonly MarkdownCase[] = [
	{ name: "a paragraph", source: "Hello *there* and **here**.", lines: ["Hello there and here."] },
	{ name: "line ends stay", source: "roses are red\nviolets are blue", lines: ["roses are red", "violets are blue"] },
	{ name: "many blank lines become one", source: "a\n\n\n\nb", lines: ["a", "", "b"] },
	{
		name: "headings keep their signs without colours",
		source: "# One\ntext\n## Two",
		lines: ["# One", "text", "", "## Two"],
	},
	{ name: "an underlined heading", source: "Title\n===\n\ntext", lines: ["# Title", "", "text"] },
	{
		name: "words wrap",
		width: 16,
		source: "The quick brown fox jumps over the dog",
		lines: ["The quick brown", "fox jumps over", "the dog"],
	},
	{ name: "a long word is broken", width: 10, source: "abcdefghijklmnop q", lines: ["abcdefghij", "klmnop q"] },
	{
		name: "wide characters take two columns and break anywhere",
		width: 11,
		source: "日本語の文章です。次",
		lines: ["日本語の文", "章です。次"],
	},
	{ name: "no closing sign begins a line", width: 10, source: "日本語の文。次", lines: ["日本語の", "文。次"] },
	{ name: "an emoji of several characters is one", width: 10, source: "👩‍👩‍👧‍👦 👍🏽 ok", lines: ["👩‍👩‍👧‍👦 👍🏽 ok"] },
	{
		name: "code keeps its ticks without colours",
		source: "use `npm run` or ``a ` b``",
		lines: ["use `npm run` or `a ` b`"],
	},
	{ name: "emphasis without partner stays", source: "2 * 3 * 4, **open and _x", lines: ["2 * 3 * 4, **open and _x"] },
	{
		name: "names with underscores stay",
		source: "snake_case_name and __init__.py",
		lines: ["snake_case_name and init.py"],
	},
	{ name: "three stars", source: "***both*** **a *b* c**", lines: ["both a b c"] },
	{ name: "escapes", source: "\\*not\\* \\# 1\\. \\\\", lines: ["*not* # 1. \\"] },
	{
		name: "formulas stay",
		source: "\\(x_1 * y_2 * z\\) and $a_b * c_d * e$ cost $5 and $6",
		width: 80,
		lines: ["\\(x_1 * y_2 * z\\) and $a_b * c_d * e$ cost $5 and $6"],
	},
	{
		name: "links show their address",
		width: 60,
		source: "[the site](https://x.org/a_(b)) <https://y.org>",
		lines: ["the site (https://x.org/a_(b)) https://y.org"],
	},
	{ name: "a link to itself is shown once", source: "[https://x.org](https://x.org)", lines: ["https://x.org"] },
	{ name: "pictures are named", source: "![a cat](cat.png)", lines: ["[image: a cat] (cat.png)"] },
	{
		name: "entities",
		source: "a &lt; b &amp;&amp; c &#x41; &#27; &nope; &constructor;",
		lines: ["a < b && c A &#27; &nope; &constructor;"],
	},
	{ name: "a break in HTML", source: "one<br>two<br/>three", lines: ["one", "two", "three"] },
	{ name: "other HTML is text", source: "<b>x</b>", lines: ["<b>x</b>"] },
	{ name: "a list", source: "- one\n- two\n  more\n- three", lines: ["• one", "• two", "  more", "• three"] },
	{
		name: "lists in lists",
		source: "* a\n  * b\n    * c\n* d",
		lines: ["• a", "  ◦ b", "    ▪ c", "• d"],
	},
	{
		name: "a list whose indentation is a bit short",
		source: "1. First\n  - inner\n2. Second",
		lines: ["1. First", "   • inner", "2. Second"],
	},
	{ name: "numbers are kept", source: "9. nine\n10. ten", lines: ["9. nine", "10. ten"] },
	{ name: "items apart stay apart", source: "- a\n\n- b", lines: ["• a", "", "• b"] },
	{
		name: "items wrap under their text",
		width: 12,
		source: "- one two three four",
		lines: ["• one two", "  three four"],
	},
	{ name: "a second paragraph of an item", source: "1. a\n\n   b\n\nc", lines: ["1. a", "", "   b", "", "c"] },
	{ name: "a task list", source: "- [ ] open\n- [x] done", lines: ["• [ ] open", "• [x] done"] },
	{
		name: "a quotation",
		source: "> wise\n> words\nlazy\n\nafter",
		lines: ["│ wise", "│ words", "│ lazy", "", "after"],
	},
	{ name: "a list in a quotation", source: "> - a\n> - b", lines: ["│ • a", "│ • b"] },
	{
		name: "code with its language",
		width: 20,
		source: "```py\nprint(1)\n\n\tx\n```\nafter",
		lines: ["── py ──────────────", "print(1)", "", "    x", "────────────────────", "", "after"],
	},
	{
		name: "long lines of code are broken, not lost",
		width: 10,
		source: "```\nabcdefghijklmno\n```",
		lines: ["──────────", "abcdefghij", "klmno", "──────────"],
	},
	{
		name: "a fence in a fence",
		width: 10,
		source: "````md\n```\nx\n```\n````",
		lines: ["── md ────", "```", "x", "```", "──────────"],
	},
	{
		name: "code in an item, though not indented enough",
		width: 14,
		source: "1. Run:\n   ```sh\nls\n   ```\n2. Next",
		lines: ["1. Run:", "   ── sh ─────", "   ls", "   ───────────", "2. Next"],
	},
	{ name: "code that is not closed", width: 10, source: "```\nx", lines: ["──────────", "x", "──────────"] },
	{
		name: "indented code",
		width: 10,
		source: "a\n\n    x  y\n\nb",
		lines: ["a", "", "──────────", "x  y", "", "──────────", "", "b"],
	},
	{ name: "a rule", width: 10, source: "a\n\n***\n\nb", lines: ["a", "", "──────────", "", "b"] },
	{
		name: "a table",
		source: "| Name | Score |\n|:--|--:|\n| alpha | 1 |\n| `b|c` | 22 |",
		lines: ["Name  │ Score", "──────┼──────", "alpha │     1", "`b|c` │    22"],
	},
	{
		name: "a table with wide characters",
		source: "| 名前 | x |\n|---|:-:|\n| 日本 | ab |\n| 😀 | cde |",
		lines: ["名前 │  x", "─────┼────", "日本 │ ab", "😀   │ cde"],
	},
	{
		name: "a table behind a paragraph",
		source: "See:\n| a | b |\n|---|---|\n| 1 | 2 |\ndone",
		lines: ["See:", "", "a │ b", "──┼──", "1 │ 2", "", "done"],
	},
	{
		name: "cells wrap where there is no room",
		width: 20,
		source: "| Key | Text |\n|---|---|\n| one | a longer text in here |",
		lines: ["Key │ Text", "────┼───────────────", "one │ a longer text", "    │ in here"],
	},
	{
		name: "rows become lists where columns are too narrow",
		width: 12,
		source: "| Alpha | Beta |Gamma|\n|---|---|---|\n| one | two | three |\n| 1 | 2 | 3 |",
		lines: ["Alpha: one", "Beta: two", "Gamma: three", "", "Alpha: 1", "Beta: 2", "Gamma: 3"],
	},
	{ name: "bars alone are no table", source: "a | b\nc | d", lines: ["a | b", "c | d"] },
];
