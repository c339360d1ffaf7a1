import type { ModelData } from "modelhub/tasks";
import type { ReactNode } from "react";
import type { Facts } from "../build/facts.ts";

export type { Facts } from "../build/facts.ts";

/** A task, provider or library as pages show it. */
export type TaskFacts = Facts["tasks"][number];
export type ProviderFacts = Facts["providers"][number];
export type LibraryFacts = Facts["libraries"][number];
export type CommandFacts = Facts["commands"]["list"][number];
export type ApiEntryPoint = Facts["api"][number];

/** A page of the site, before it is rendered. */
export interface Page {
	/** Folder below the root, such as `tasks/chat/`; Home is empty. */
	path: string;
	/** Unique, as is the description. */
	title: string;
	description: string;
	/** The `title` of the document, without the name of the site. Default: the title. */
	documentTitle?: string;
	/** The `h1`. Default: the title. */
	heading?: string;
	/** Paragraph below the `h1`. Default: the description; `false` for none. */
	lead?: ReactNode;
	/** Its file in the repository. */
	source: string;
	/** Whether the page is made of `source` alone, so that links to the file lead to the page. */
	isSource?: boolean;
	/** Heading of its list in `llms.txt`. */
	kind: string;
	/** What the side navigation lists, in `group`s. */
	section?: string;
	group?: string;
	navigationTitle?: string;
	/** Whether the side navigation leaves it out. */
	isUnlisted?: boolean;
	/** Other names that the search finds it by. */
	names?: readonly string[];
	/** Whether it describes a type, which the search ranks lower. */
	isType?: boolean;
	layout?: "home" | "wide";
	/** Whether it has no links to its source and its Markdown. */
	isBare?: boolean;
	previous?: Page | undefined;
	next?: Page | undefined;
	content: ReactNode;
}

/** A record of a model: what Hugging Face says, or what a user pastes. */
export type ModelRecord = Partial<ModelData> &
	Pick<ModelData, "id"> & { inferenceProviderMapping?: unknown; siblings?: { rfilename: string }[] };

/** A heading of a page. */
export interface Heading {
	id: string;
	text: string;
	depth: number;
}

/** Paths of what every page loads. */
export interface Assets {
	script: string;
	style: string;
	/** Further style of Home and of wide pages. */
	wideStyle: string;
}
