/** A library that loads compute kernels. */
export interface KernelLibraryUiElement {
	prettyLabel: string;
	repoName: string;
	repoUrl: string;
	docsUrl?: string;
	/** Texts that load a kernel; absent if the library has none. */
	snippets?: (kernel: { id: string }) => string[];
}

/** Id of a library that loads kernels. */
export type KernelLibraryKey = "kernels";

/** Libraries that load compute kernels. */
export const KERNEL_LIBRARIES_UI_ELEMENTS: Record<KernelLibraryKey, KernelLibraryUiElement> = {
	kernels: {
		prettyLabel: "Kernels",
		repoName: "Kernels",
		repoUrl: "https://github.com/huggingface/kernels",
		docsUrl: "https://huggingface.co/docs/kernels",
		snippets: ({ id }) => [
			`# pip install kernels\nfrom kernels import get_kernel\n\nkernel = get_kernel(${JSON.stringify(id)})`,
		],
	},
};
