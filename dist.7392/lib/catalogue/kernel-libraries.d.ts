/** A library that loads compute kernels. */
export interface KernelLibraryUiElement {
    prettyLabel: string;
    repoName: string;
    repoUrl: string;
    docsUrl?: string;
    /** Texts that load a kernel; absent when the library has none. */
    snippets?: (kernel: {
        id: string;
    }) => string[];
}
/** Id of a library that loads kernels. */
export type KernelLibraryKey = "kernels";
/** Libraries that load compute kernels. */
export declare const KERNEL_LIBRARIES_UI_ELEMENTS: Record<KernelLibraryKey, KernelLibraryUiElement>;
