/** Chat templates of our own, with conversations that show what they can do. */

const CHATML = `{%- if messages[0].role != "system" %}
<|im_start|>system
You are a helpful assistant.<|im_end|>
{% endif -%}
{% for message in messages %}
<|im_start|>{{ message.role }}
{{ message.content | trim }}<|im_end|>
{% endfor %}
{% if add_generation_prompt %}
<|im_start|>assistant
{% endif %}
`;

const TOOLS = `{{- bos_token }}
{%- set system = messages | selectattr("role", "equalto", "system") | list %}
{%- if system or tools %}
    {{- "<|system|>\\n" }}
    {{- system[0].content if system }}
    {%- if tools %}
        {{- "\\n\\nYou can call these functions. Answer with JSON: {name, arguments}.\\n" }}
        {%- for tool in tools %}
            {{- "- " ~ tool.function.name ~ ": " ~ tool.function.description ~ "\\n" }}
            {{- tool.function.parameters | tojson(indent=2) ~ "\\n" }}
        {%- endfor %}
    {%- endif %}
    {{- "<|end|>\\n" }}
{%- endif %}
{%- for message in messages if message.role != "system" %}
    {{- "<|" ~ message.role ~ "|>\\n" }}
    {%- if message.tool_calls %}
        {%- for call in message.tool_calls %}
            {{- call.function | tojson }}
        {%- endfor %}
    {%- else %}
        {{- message.content }}
    {%- endif %}
    {{- "<|end|>\\n" }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- "<|assistant|>\\n" }}
{%- endif %}
`;

const TURNS = `{{ bos_token }}
{%- if messages[0].role == "system" %}
    {%- set first = messages[0].content ~ "\\n\\n" %}
    {%- set messages = messages[1:] %}
{%- else %}
    {%- set first = "" %}
{%- endif %}
{%- for message in messages %}
    {%- if (message.role == "user") != (loop.index0 % 2 == 0) %}
        {{- raise_exception("Roles must alternate: user, assistant, user, …") }}
    {%- endif %}
    {%- if message.role == "user" %}
        {{- "[INST] " ~ (first if loop.first) ~ message.content ~ " [/INST]" }}
    {%- else %}
        {{- " " ~ message.content ~ eos_token }}
    {%- endif %}
{%- endfor %}
`;

const THINKING = `{% macro say(role, text) -%}
<|start|>{{ role }}
{{ text }}<|end|>
{% endmacro %}
{% for message in messages %}
{% set text = message.content %}
{% if message.role == "assistant" and "</think>" in text %}
{# Earlier thoughts are left out. #}
{% set text = text.split("</think>")[-1].lstrip("\\n") %}
{% endif %}
{{ say(message.role, text) }}
{%- endfor %}
{% if add_generation_prompt %}
<|start|>assistant
{{ "<think>\\n" if enable_thinking is not defined or enable_thinking else "<think>\\n\\n</think>\\n\\n" }}
{%- endif %}
`;

const DIFFERENCES = `{# Where the engine of the reference client differs from Python's Jinja2. #}
{{ "%.2f" | format(3.14159) }}
{{ [1, 2.0, none, true] }}
{{ {"a": "b"} }}
{{ "caf\u00e9" | tojson }}
{{ 7 // 2 }}, {{ 7 / 2 }}, {{ 2.0 * 3 }}
`;

const TALK = [
	{ role: "system", content: "Answer in one sentence." },
	{ role: "user", content: "Why is the sky blue?" },
	{ role: "assistant", content: "Air scatters blue light more than red." },
	{ role: "user", content: "And at sunset?" },
];

const WEATHER = [
	{
		type: "function",
		function: {
			name: "get_weather",
			description: "Tells the weather of a city",
			parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
		},
	},
];

const CALLS = [
	{ role: "system", content: "You help with the weather." },
	{ role: "user", content: "Do I need an umbrella in Oslo?" },
	{
		role: "assistant",
		content: "",
		tool_calls: [{ type: "function", function: { name: "get_weather", arguments: { city: "Oslo" } } }],
	},
	{ role: "tool", content: '{"rain": true}' },
];

const THOUGHTS = [
	{ role: "user", content: "What is 12 * 7?" },
	{ role: "assistant", content: "<think>\n12 * 7 = 84\n</think>\n\n84" },
	{ role: "user", content: "And 12 * 8?" },
];

export interface TemplateSample {
	name: string;
	template: string;
	/** JSON, as are `tools` and `variables`. */
	messages: string;
	tools: string;
	variables: string;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
const sample = (
	name: string,
	template: string,
	messages: unknown,
	tools: unknown = "",
	variables = "{}",
): TemplateSample => ({
	name,
	template,
	messages: json(messages),
	tools: tools === "" ? "" : json(tools),
	variables,
});

const TOKENS = json({ bos_token: "<s>", eos_token: "</s>" });

export const TEMPLATE_SAMPLES = [
	sample("ChatML", CHATML, TALK),
	sample("Tools", TOOLS, CALLS, WEATHER, TOKENS),
	sample("Turns in brackets", TURNS, TALK, "", TOKENS),
	sample("Thinking", THINKING, THOUGHTS, "", json({ enable_thinking: true })),
	sample("Python and reference", DIFFERENCES, []),
];
