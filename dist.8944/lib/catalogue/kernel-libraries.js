const KERNEL_LIBRARIES_UI_ELEMENTS = {
  kernels: {
    prettyLabel: "Kernels",
    repoName: "Kernels",
    repoUrl: "https://github.com/huggingface/kernels",
    docsUrl: "https://huggingface.co/docs/kernels",
    snippets: ({ id }) => [
      `# pip install kernels
from kernels import get_kernel

kernel = get_kernel(${JSON.stringify(id)})`
    ]
  }
};
export {
  KERNEL_LIBRARIES_UI_ELEMENTS
};
