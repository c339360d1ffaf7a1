import { listKeywords } from "../text/words.ts";
import type { Skill } from "./conversation.ts";

/** Small programs in Python and JavaScript, by the words that request them. */
const PROGRAMS: readonly (readonly [RegExp, string, string])[] = [
	[/\bhello,? world\b/i, 'print("Hello, world!")', 'console.log("Hello, world!");'],
	[
		/\bfibonacci\b/i,
		"def fibonacci(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a",
		"function fibonacci(n) {\n  let [a, b] = [0, 1];\n  for (let i = 0; i < n; i++) [a, b] = [b, a + b];\n  return a;\n}",
	],
	[
		/\bfactorial\b/i,
		"def factorial(n):\n    return 1 if n < 2 else n * factorial(n - 1)",
		"const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));",
	],
	[
		/\bprimes?\b/i,
		"def is_prime(n):\n    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))",
		"function isPrime(n) {\n  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;\n  return n > 1;\n}",
	],
	[
		/\breverse\b.*\b(?:string|text|word|list)/i,
		"def reverse(text):\n    return text[::-1]",
		'const reverse = (text) => [...text].reverse().join("");',
	],
	[
		/\bpalindrome\b/i,
		"def is_palindrome(text):\n    letters = [c for c in text.lower() if c.isalnum()]\n    return letters == letters[::-1]",
		'function isPalindrome(text) {\n  const letters = text.toLowerCase().match(/[a-z0-9]/g) ?? [];\n  return letters.join("") === letters.reverse().join("");\n}',
	],
	[
		/\bcosine similarity\b/i,
		"import math\n\ndef cosine(a, b):\n    dot = sum(x * y for x, y in zip(a, b))\n    return dot / (math.hypot(*a) * math.hypot(*b))",
		"const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);\nconst cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));",
	],
	[
		/\bfizz ?buzz\b/i,
		'for n in range(1, 101):\n    print("Fizz" * (n % 3 == 0) + "Buzz" * (n % 5 == 0) or n)',
		'for (let n = 1; n <= 100; n++) console.log((n % 3 ? "" : "Fizz") + (n % 5 ? "" : "Buzz") || n);',
	],
	[
		/\bsort\b/i,
		"def sort(items):\n    if len(items) < 2:\n        return items\n    pivot, *rest = items\n    return sort([x for x in rest if x < pivot]) + [pivot] + sort([x for x in rest if x >= pivot])",
		"function sort([pivot, ...rest]) {\n  if (pivot === undefined) return [];\n  return [...sort(rest.filter((x) => x < pivot)), pivot, ...sort(rest.filter((x) => x >= pivot))];\n}",
	],
];

/** Writes code in a fenced block. */
export const writeCode: Skill = ({ question }) => {
	const isCode = /\b(?:code|function|program|script|implement|snippet|class)\b/i.test(question);
	const isJavaScript = /\b(?:javascript|typescript|js|ts|node)\b/i.test(question);
	if (!isCode || !/\b(?:write|implement|show|give|create|how|code)\b/i.test(question)) return undefined;
	const known = PROGRAMS.find(([words]) => words.test(question));
	const name = listKeywords(
		question.replace(
			/\b(?:code|function|program|script|implement\w*|snippet|class|in|python|javascript|typescript|js|ts|node|show|create)\b/gi,
			"",
		),
	)
		.slice(0, 3)
		.join("_")
		.replace(/\W+/g, "_");
	const text = known
		? known[isJavaScript ? 2 : 1]
		: isJavaScript
			? `function ${toCamelCase(name || "solve")}(input) {\n  return input;\n}`
			: `def ${name || "solve"}(value):\n    return value`;
	const note = known ? "" : "\n\nThis is only a frame: the sandbox does not know this program.";
	return `\`\`\`${isJavaScript ? "javascript" : "python"}\n${text}\n\`\`\`${note}`;
};

function toCamelCase(name: string): string {
	return name.replace(/_+(.)/g, (_, letter: string) => letter.toUpperCase());
}
