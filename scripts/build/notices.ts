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
const PARTS: Readonly<Record<string, readonly string[]>> = {
	"pdfjs-dist": ["cmaps/LICENSE"],
	"es-toolkit": ["NOTICE"],
};

/** Code that a package has from another project, by what its files say. */
interface InnerPart {
	name: string;
	/** SPDX expression. */
	license: string;
	/** Years and name, as in the file. */
	holder: string;
	/** What else names it in the files. */
	mark?: string;
}

const SNAPPY: InnerPart = { name: "snappyjs", license: "MIT", holder: "2016 Zhipeng Jia" };

/** Package → its parts, besides those with the license and the holder of the package itself. */
const INNER: Readonly<Record<string, readonly InnerPart[]>> = {
	"@uwdata/flechette": [
		{
			name: "apache-arrow",
			license: "Apache-2.0",
			holder: "2016-2024 The Apache Software Foundation",
			mark: "github.com/apache/arrow/",
		},
	],
	hyparquet: [SNAPPY],
	"hyparquet-compressors": [
		{ name: "brotli.js", license: "MIT", holder: "2015 Devon Govett", mark: "github.com/foliojs/brotli.js" },
		{ name: "brotli", license: "Apache-2.0", holder: "2013 Google Inc" },
		{ name: "fflate", license: "MIT", holder: "2023 Arjun Barrett" },
	],
	"hyparquet-writer": [SNAPPY],
	"jpeg-js": [
		{ name: "jpgjs", license: "Apache-2.0", holder: "2011 notmasteryet" },
		{ name: "as3corelib", license: "BSD-3-Clause", holder: "2008, Adobe Systems Incorporated" },
	],
	"pdfjs-dist": [{ name: "core-js", license: "MIT", holder: "2014-2024 Denis Pushkarev (zloirock.ru)" }],
	undici: [
		{ name: "fetch-blob", license: "MIT", holder: "2019 David Frank", mark: "github.com/node-fetch/fetch-blob/" },
	],
	zod: [{ name: "valibot", license: "MIT", holder: "Fabian Hiller", mark: "valibot (MIT)" }],
};

/** What a bundler put into a file from another package. */
const REGION = /^\/\/#region .*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)(?:.|\n)*?^\/\/#endregion$/gm;

/** Sentences of files about whose work they are. */
const STATEMENT =
	/(?:\bCopyright (?=\(c\)|©|\d)|©|\([cC]\) (?=\d|[A-Z][a-z]))[^\n]*|\b(?:[Aa]dapted from|Ported from|[Bb]ased on (?=https?:))[^\n]*/g;

/**
 * Finds the parts of a bundled file that are of other projects.
 * @param terms the license of the package
 * @returns names of packages that a bundler put into it, and other parts
 * @throws Error for a statement about a part that is not listed here: its terms must be looked up before it is bundled
 */
export function findInnerParts(name: string, terms: string, text: string): { packages: string[]; parts: InnerPart[] } {
	const packages = new Set<string>();
	const own = text.replace(REGION, (_, inner: string) => {
		packages.add(inner);
		return "";
	});
	const parts = new Set<InnerPart>();
	for (const [statement] of own.matchAll(STATEMENT)) {
		// Answers of forums are no parts.
		if (statement.includes("stackoverflow.com")) continue;
		const found = (INNER[name] ?? []).filter(
			({ holder, mark = holder }) => statement.includes(holder) || statement.includes(mark),
		);
		for (const part of found) parts.add(part);
		const [, holder = ""] = /(?:\d{4}|\([cC]\)|©),?\s+([A-Z][A-Za-z ]+)/.exec(statement) ?? [];
		const isOwn = holder !== "" && (terms.includes(holder.trim()) || OWN_HOLDERS[name]?.includes(holder.trim()));
		if (found.length === 0 && !isOwn)
			throw new Error(`${name} has a part that ${import.meta.filename} does not list: ${statement.trim()}`);
	}
	return { packages: [...packages], parts: [...parts] };
}

/** Holders that the license of their package does not name. */
const OWN_HOLDERS: Readonly<Record<string, readonly string[]>> = {
	bowser: ["Denis Demchenko"],
	"pdfjs-dist": ["Mozilla Foundation"],
	"yoga-layout": ["Meta Platforms"],
};

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
	// Also a package within another one, which has a version of its own.
	const packages = new Map<string, string[]>();
	for (const file of new Set(files)) {
		const [, folder] =
			/^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(relative(root, file).replaceAll("\\", "/")) ?? [];
		if (folder !== undefined) packages.set(folder, [...(packages.get(folder) ?? []), file]);
	}
	// The source of src/exchange/data/prices.json.
	packages.set("node_modules/@pydantic/genai-prices", []);
	const sections: string[] = [];
	const texts = new Map<string, string>();
	for (const [folder, bundled] of [...packages].sort(([one], [other]) => (one < other ? -1 : 1))) {
		const own = await readTerms(root, folder);
		const terms = [shorten(own.text, own.name, texts)];
		const inner: { name: string; license: string; text: string }[] = [];
		for (const file of bundled) {
			const found = findInnerParts(own.name, own.text, await readFile(file, "utf8"));
			for (const name of found.packages) inner.push(await readTerms(root, `node_modules/${name}`));
			for (const { name, license, holder } of found.parts)
				inner.push({ name, license, text: innerText(name, license, holder, own) });
		}
		const parts = new Map(inner.map((part) => [part.name, part]));
		for (const { name, license, text } of parts.values())
			terms.push(`### ${name} (${license}), a part of ${own.name}\n\n${shorten(text, name, texts)}`);
		for (const part of PARTS[own.name] ?? []) terms.push((await readFile(join(root, folder, part), "utf8")).trim());
		const license = joinLicenses([own.license, ...[...parts.values()].map((part) => part.license)]);
		sections.push(`## ${own.name} ${own.version} (${license})\n\n${terms.join("\n\n")}\n`);
	}
	return HEADING + sections.join("\n");
}

/** The terms of an installed package. */
async function readTerms(
	root: string,
	folder: string,
): Promise<{ name: string; version: string; license: string; text: string }> {
	const manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8")) as Manifest;
	const { name, version, author } = manifest;
	const license = licenseOf(manifest);
	const file = LICENCE_FILES.map((candidate) => join(root, folder, candidate)).find(existsSync);
	const text = file ? (await readFile(file, "utf8")).trim() : licenceText(name, license, author);
	return { name, version, license, text };
}

/** The expression for a package and its parts. */
function joinLicenses(licenses: readonly string[]): string {
	const [only = "", ...others] = new Set(licenses);
	if (others.length === 0) return only;
	return [only, ...others]
		.map((license) => (/ OR /.test(license) ? `(${license.replace(/^\((.*)\)$/, "$1")})` : license))
		.join(" AND ");
}

function innerText(name: string, license: string, holder: string, own: { name: string; license: string }): string {
	// Where a part has the license of its package, its terms stand before it.
	if (license !== "MIT" && license === own.license)
		return `Copyright (c) ${holder}\n\nThe terms are those of ${own.name}, above.`;
	return licenceText(name, license, holder);
}

/**
 * A licence without its terms, if another package has the same.
 * @param known terms so far, with the package where they stand
 */
function shorten(text: string, name: string, known: Map<string, string>): string {
	if (/^The terms are those of /m.test(text)) return text;
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
