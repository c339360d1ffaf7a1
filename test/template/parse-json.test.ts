import { expect, it } from "vitest";
import { parseJson, Template, type TemplateContext } from "../../src/template/index.ts";

it("JSON keeps types and order", () => {
	const context = parseJson('{"a":1.0,"b":12345678901234567890,"d":{"b":1,"2":2,"1":3},"c":[1e2,-0.0]}');
	const text = new Template("{{ a }}|{{ b }}|{{ d }}|{{ c }}").render(context as TemplateContext);
	expect(text).toBe("1.0|12345678901234567890|{'b': 1, '2': 2, '1': 3}|[100.0, -0.0]");
});
