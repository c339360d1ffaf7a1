import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import parseLicense from "spdx-expression-parse";

const LICENCE_FILES = [
	"LICENSE",
	"LICENSE.md",
	"LICENSE.txt",
	"license",
	"license.md",
	"LICENCE",
	"LICENSE-MIT.txt",
] as const;

/** Licences of parts that a package has from others: package → files. */
const PARTS: Readonly<Record<string, readonly string[]>> = { "pdfjs-dist": ["cmaps/LICENSE"] };

const HEADING = `# Third-party notices

The \`hub\` command is bundled with the packages below; those of AWS are in its executables only. The library contains the prices of @pydantic/genai-prices, and its
sandbox hyparquet-writer. A text that several packages have stands once.

`;

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

interface Manifest {
	name: string;
	version: string;
	/** SPDX expression. */
	license?: string | { type: string };
	/** The older form. */
	licenses?: readonly { type: string }[];
	author?: string | { name: string };
}

/**
 * Returns the license of a package as SPDX expression.
 * @throws Error for a package that names none: its terms must be looked up before it is bundled
 */
export function licenseOf({ name, license, licenses }: Pick<Manifest, "name" | "license" | "licenses">): string {
	const own = typeof license === "object" ? license.type : license;
	const expression = own ?? licenses?.map(({ type }) => type).join(" OR ");
	try {
		parseLicense(expression ?? "");
		return expression ?? "";
	} catch {
		throw new Error(`${name} has no license of SPDX ("${expression}"): look up its terms before it is bundled.`);
	}
}

/**
 * Returns the licences of the packages in some bundles, as Markdown.
 * @param files of which the bundles are made
 */
export async function writeNotices(root: string, files: readonly string[]): Promise<string> {
	const packages = new Set(
		files.flatMap((file) => /(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(relative(root, file))?.[1] ?? []),
	);
	// The source of src/exchange/data/prices.json.
	packages.add("node_modules/@pydantic/genai-prices");
	const sections: string[] = [];
	const texts = new Map<string, string>();
	for (const folder of [...packages].sort()) {
		const manifest = await readFile(join(root, folder, "package.json"), "utf8");
		const read = JSON.parse(manifest) as Manifest;
		const { name, version, author } = read;
		const license = licenseOf(read);
		const file = LICENCE_FILES.map((candidate) => join(root, folder, candidate)).find(existsSync);
		const text = file ? (await readFile(file, "utf8")).trim() : licenceText(name, license, author);
		const parts = await Promise.all((PARTS[name] ?? []).map((part) => readFile(join(root, folder, part), "utf8")));
		const terms = [shorten(text, name, texts), ...parts.map((part) => part.trim())].join("\n\n");
		sections.push(`## ${name} ${version} (${license})\n\n${terms}\n`);
	}
	return HEADING + sections.join("\n");
}

/**
 * A licence without its terms, if another package has the same.
 * @param known terms so far, with the package where they stand
 */
function shorten(text: string, name: string, known: Map<string, string>): string {
	const start = text.search(
		/Permission is hereby granted|Permission to use, copy|Redistribution and use|Apache License\s/,
	);
	const terms = text
		.slice(start)
		.replace(/[\s"'*]+/g, " ")
		.trim();
	const first = known.get(terms);
	if (start === -1 || first === undefined) {
		known.set(terms, name);
		return text;
	}
	return `${text.slice(0, start).trim()}\n\nThe terms are those of ${first}, above.`.trim();
}

/** The text of a licence that the package names but does not contain. */
function licenceText(name: string, license: string, author: Manifest["author"]): string {
	const holder = (typeof author === "object" ? author.name : author) ?? `the authors of ${name}`;
	// Other packages have the text of it.
	if (license === "Apache-2.0") return `Copyright (c) ${holder}\n\nThe terms are those of Apache License 2.0, above.`;
	if (license !== "MIT") throw new Error(`${name} contains no licence text: add it to ${import.meta.filename}`);
	return `MIT License\n\nCopyright (c) ${holder}\n\n${MIT}`;
}
