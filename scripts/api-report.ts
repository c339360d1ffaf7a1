/**
 * Writes what each entry point of the package exports into `etc/api/`: names, kinds and signatures, from the declarations
 * that the compiler makes. `test/package/api-report.test.ts` fails if they differ from the sources.
 *
 *     npm run update -- api
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
// The compiler of this repository has no interface for programs.
import ts from "@typescript/typescript6";
import { ENTRY_POINTS } from "./build/entry-points.ts";
import { COMPILER } from "./compiler.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
export const API_FOLDER = join(root, "etc/api");
const HEAD = "<!-- Written by `npm run update -- api`; do not edit. -->\n";
const printer = ts.createPrinter({ removeComments: true });

/** Returns the text of each report, by its name in `etc/api`. */
export function reportApi(): Map<string, string> {
	const folder = mkdtempSync(join(tmpdir(), "hub-api-"));
	try {
		const compiler = join(root, "node_modules/typescript/bin/tsc");
		execFileSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--noCheck", "--outDir", folder], {
			cwd: root,
			env: { ...process.env, ...COMPILER },
			stdio: "inherit",
		});
		return readDeclarations(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The file of an entry point: that for Node, if there are two, since it exports the most. */
function entryFile(folder: string, { source, node = source }: { source: string; node?: string }): string {
	return join(folder, `${node}.d.ts`);
}

function readDeclarations(folder: string): Map<string, string> {
	const entries = Object.entries(ENTRY_POINTS);
	const files = entries.map(([, entry]) => entryFile(folder, entry));
	const program = ts.createProgram(files, {
		module: ts.ModuleKind.NodeNext,
		moduleResolution: ts.ModuleResolutionKind.NodeNext,
		target: ts.ScriptTarget.ES2023,
		allowImportingTsExtensions: true,
		noEmit: true,
		skipLibCheck: true,
		types: [],
	});
	const checker = program.getTypeChecker();
	const resolve = (symbol: ts.Symbol): ts.Symbol =>
		symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
	const isOurs = (node: ts.Node): boolean => node.getSourceFile().fileName.startsWith(folder);
	const exported = new Set<ts.Symbol>();
	const used = new Map<ts.Symbol, string>();

	/** Notes what a declaration names: a change of a type that is not exported changes those that are. */
	const noteUsed = (node: ts.Node): void => {
		if (ts.isIdentifier(node)) {
			const found = checker.getSymbolAtLocation(node);
			const symbol = found && resolve(found);
			const [declaration] = symbol?.declarations ?? [];
			if (symbol && declaration && !used.has(symbol) && isOurs(declaration) && isTopLevel(declaration)) {
				used.set(symbol, symbol.name);
				for (const one of symbol.declarations ?? []) noteUsed(one);
			}
		}
		ts.forEachChild(node, noteUsed);
	};

	const reports = entries.map(([path, entry]) => {
		const file = program.getSourceFile(entryFile(folder, entry));
		const module = file && checker.getSymbolAtLocation(file);
		if (!module) throw new Error(`${path} has no declarations.`);
		const sections = checker.getExportsOfModule(module).map((symbol) => {
			const target = resolve(symbol);
			exported.add(target);
			for (const declaration of target.declarations ?? []) noteUsed(declaration);
			return describe(symbol.name, target);
		});
		return [path, sections] as const;
	});
	const rest = [...used].filter(([symbol]) => !exported.has(symbol)).map(([symbol, name]) => describe(name, symbol));
	return new Map([
		...reports.map(([path, sections]) => {
			const name = path.slice(2).replaceAll("/", "-") || "index";
			const title = path === "." ? "modelhub" : `modelhub/${path.slice(2)}`;
			return [`${name}.api.md`, `${HEAD}\n# API of \`${title}\`\n\n${joinSections(sections)}`] as const;
		}),
		["not-exported.api.md", `${HEAD}\n# Declarations that the exported ones use\n\n${joinSections(rest)}`] as const,
	]);
}

function isTopLevel(declaration: ts.Declaration): boolean {
	const holder = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
	return !ts.isSourceFile(holder) && ts.isSourceFile(holder.parent);
}

/** Two types that are not exported may have one name: they stay apart by their text. */
function joinSections(sections: readonly string[]): string {
	return `${[...new Set(sections)].sort((left, right) => (left < right ? -1 : 1)).join("\n")}`;
}

function describe(name: string, symbol: ts.Symbol): string {
	const texts = (symbol.declarations ?? []).map(print);
	return `## ${name}\n\n\`\`\`ts\n${texts.join("\n")}\n\`\`\`\n`;
}

function print(declaration: ts.Declaration): string {
	const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
	return (
		printer
			.printNode(ts.EmitHint.Unspecified, node, declaration.getSourceFile())
			// What only the class itself sees is no part of its interface.
			.replaceAll(/^ +(?:#private|private [^\n]*);\n/gm, "")
			// Where a type is declared is no part of it.
			.replaceAll(/\bimport\("[./][^"]*"\)\./g, "")
			.replace(/^export (?:declare )?/, "")
	);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const reports = reportApi();
	mkdirSync(API_FOLDER, { recursive: true });
	for (const name of readdirSync(API_FOLDER)) if (!reports.has(name)) rmSync(join(API_FOLDER, name));
	for (const [name, text] of reports) writeFileSync(join(API_FOLDER, name), text);
}
