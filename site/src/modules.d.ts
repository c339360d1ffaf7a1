declare module "*.mdx" {
	import type { ComponentType } from "react";

	const Content: ComponentType<{ components?: Record<string, ComponentType<never>> }>;
	export const frontmatter: { title: string; description: string; order: number; group: string };
	export default Content;
}

declare module "*.md" {
	import type { ComponentType } from "react";

	const Content: ComponentType;
	export default Content;
}

declare module "@fonts/*" {
	const url: string;
	export default url;
}
