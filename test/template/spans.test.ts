import { describe, expect, it } from "vitest";
import { Template } from "../../src/template/index.ts";

const cut = (source: string, context: Record<string, unknown> = {}): string[] => {
	const template = new Template(source);
	const { text, spans } = template.render(context, { spans: true });
	expect(text).toBe(template.render(context));
	return spans.map(({ start, end }) => text.slice(start, end));
};

describe("render with spans", () => {
	it("tells where generation blocks are, in UTF-16 units", () => {
		const { text, spans } = new Template("🙂{% generation %}a🙂{% endgeneration %}.").render({}, { spans: true });
		expect({ text, spans }).toEqual({ text: "🙂a🙂.", spans: [{ start: 2, end: 5 }] });
	});

	it("tells them apart from equal text of users", () => {
		const source =
			"{% for m in messages %}<{{ m.role }}>{% if m.role == 'assistant' %}{% generation %}{{ m.content }}!{% endgeneration %}{% else %}{{ m.content }}!{% endif %}{% endfor %}";
		const messages = ["user", "assistant", "user", "assistant"].map((role) => ({ role, content: "Hi" }));
		expect(cut(source, { messages })).toEqual(["Hi!", "Hi!"]);
		const { spans } = new Template(source).render({ messages }, { spans: true });
		expect(spans).toEqual([
			{ start: 20, end: 23 },
			{ start: 43, end: 46 },
		]);
	});

	it("has none without such blocks", () => {
		expect(cut("{% set x %}a{% endset %}{{ x }}")).toEqual([]);
	});

	it("says so where the place of a block cannot be known", () => {
		for (const source of [
			"{% set x %}{% generation %}a{% endgeneration %}{% endset %}",
			"{% macro m() %}{% generation %}a{% endgeneration %}{% endmacro %}{{ m() }}",
		])
			expect(() => cut(source)).toThrow("spans are known only for generation blocks that write directly");
	});
});
