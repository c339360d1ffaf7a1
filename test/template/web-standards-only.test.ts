import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { expect, it } from "vitest";

const ENTRY = fileURLToPath(new URL("../../src/template/index.ts", import.meta.url));

const TEMPLATE = `{% macro greet(name, mark='!') %}Hello {{ name | title ~ mark }}{% endmacro %}
{%- for message in messages if message.role is defined -%}
{{ loop.index }} {{ greet(message.role) }} {{ message | tojson }} {{ '%05.2f' % (loop.index / 3) }}
{% endfor -%}
{{ strftime_now('%Y') }} {{ [3, 1, 2] | sort | join(', ') }} {{ 2 ** 100 }} {{ 'a b&c' | urlencode }} {{ '<' | escape }}
{%- include 'part' %}`;

it("needs only the language", async () => {
	const { outputFiles } = await build({
		entryPoints: [ENTRY],
		bundle: true,
		write: false,
		format: "iife",
		globalName: "jinja",
		logLevel: "silent",
	});
	const script = outputFiles[0]?.text ?? "";
	// As under a content security policy: no `eval`, no `new Function`.
	const bare = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
	// The one thing V8 adds to the language by itself.
	runInContext("delete globalThis.console", bare);
	runInContext(script, bare);
	expect(
		runInContext("[typeof console, typeof process, typeof URL, typeof TextEncoder, typeof setTimeout].join()", bare),
	).toBe("undefined,undefined,undefined,undefined,undefined");
	const text: unknown = runInContext(
		`new jinja.Template(${JSON.stringify(TEMPLATE)}, {
			now: new Date(2024, 6, 26),
			loader: { part: " and {{ 1 + 1 }}" },
		}).render({ messages: [{ role: "user", content: "é" }, {}] })`,
		bare,
	);
	expect(text).toBe(
		'1 Hello User! {"role": "user", "content": "é"} 00.33\n2024 1, 2, 3 1267650600228229401496703205376 a%20b%26c &lt; and 2',
	);
	const failure: unknown = runInContext(
		`(() => { try { new jinja.Template("a\\n{{ b + }}"); } catch (error) { return [error.kind, error.line, error.column].join(); } })()`,
		bare,
	);
	expect(failure).toBe("syntax,2,8");
});
