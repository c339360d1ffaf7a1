import { chooseExampleMessages } from "./example-messages.js";
import { parseGGUFQuantLabel } from "./gguf.js";
import { meetsCondition } from "./model-condition.js";
const PROMPT = "Once upon a time";
function quant(separator, filepath) {
  if (filepath === void 0) return `${separator}{{QUANT_TAG}}`;
  const label = parseGGUFQuantLabel(filepath);
  return label === void 0 ? "" : separator + label;
}
function dockerRun(model, filepath) {
  return `docker model run hf.co/${model.id}${meetsCondition(model, "gguf") ? quant(":", filepath) : ""}`;
}
function indent(value) {
  return JSON.stringify(value, null, "	").replaceAll("'", "'\\''").replaceAll("\n", "\n	");
}
function curl(port, route, body) {
  return [
    `# Ask the running server:`,
    `curl -X POST "http://localhost:${port}/v1/${route}" \\`,
    `	-H "Content-Type: application/json" \\`,
    `	--data '${indent(body)}'`
  ].join("\n");
}
function curlChat(port, model) {
  return curl(port, "chat/completions", { model: model.id, messages: chooseExampleMessages(model) });
}
function curlModel(port, model) {
  if (model.tags.includes("conversational")) return curlChat(port, model);
  return curl(port, "completions", { model: model.id, prompt: PROMPT, max_tokens: 512, temperature: 0.5 });
}
function localServer(model, filepath) {
  if (!meetsCondition(model, "gguf") && model.tags.includes("mlx")) {
    const content = `mlx_lm.server --model "${model.id}"`;
    return {
      start: { title: "Start an MLX server", setup: "uv tool install mlx-lm", content },
      provider: "mlx-lm",
      model: model.id
    };
  }
  const source = `${model.id}${quant(":", filepath)}`;
  return {
    start: {
      title: "Start a llama.cpp server",
      setup: "curl -LsSf https://llama.app/install.sh | sh",
      content: `llama serve -hf ${source} --jinja`
    },
    provider: "llama-cpp",
    model: source
  };
}
function llamaCpp(model, filepath) {
  const source = `-hf ${model.id}${quant(":", filepath)}`;
  const commands = (serve, chat) => [
    `# Server with an OpenAI-compatible API and a web page:
${serve} ${source}`,
    `# Chat in the terminal:
${chat} ${source}`
  ];
  const unified = commands("llama serve", "llama cli");
  return [
    { title: "Install with the script", setup: "curl -LsSf https://llama.app/install.sh | sh", content: unified },
    { title: "Install with WinGet (Windows)", setup: "winget install llama.cpp", content: unified },
    {
      title: "Install with Homebrew",
      setup: "brew install llama.cpp",
      content: commands("llama-server", "llama-cli")
    },
    {
      title: "Use a ready-made binary",
      setup: "# Unpack the archive for your system from\n# https://github.com/ggerganov/llama.cpp/releases",
      content: commands("./llama-server", "./llama-cli")
    },
    {
      title: "Build it from source",
      setup: [
        "git clone https://github.com/ggerganov/llama.cpp.git",
        "cd llama.cpp",
        "cmake -B build",
        "cmake --build build -j --target llama-server llama-cli"
      ].join("\n"),
      content: commands("./build/bin/llama-server", "./build/bin/llama-cli")
    },
    { title: "Use Docker", content: dockerRun(model, filepath) }
  ];
}
function nodeLlamaCpp(model, filepath) {
  const source = `hf:${model.id}${quant(":", filepath)}`;
  return [
    { title: "Chat in the terminal", content: `npx -y node-llama-cpp chat ${source}` },
    { title: "See whether it fits your machine", content: `npx -y node-llama-cpp inspect estimate ${source}` }
  ];
}
const MISTRAL_FLAGS = [
  "--tokenizer_mode mistral",
  "--config_format mistral",
  "--load_format mistral",
  "--tool-call-parser mistral",
  "--enable-auto-tool-choice"
];
function vllm(model, filepath) {
  const isMistral = model.tags.includes("mistral-common");
  const flags = isMistral ? MISTRAL_FLAGS.map((flag) => ` ${flag}`).join("") : "";
  return [
    {
      title: "Install with pip",
      setup: isMistral ? "pip install vllm\npip install --upgrade mistral-common" : "pip install vllm",
      content: [`# Start the server:
vllm serve "${model.id}"${flags}`, curlModel(8e3, model)]
    },
    { title: "Use Docker", content: dockerRun(model, filepath) }
  ];
}
function sglang(model) {
  const launch = `python3 -m sglang.launch_server --model-path "${model.id}" --host 0.0.0.0 --port 30000`;
  const docker = [
    "docker run --gpus all --shm-size 32g --ipc=host -p 30000:30000",
    "-v ~/.cache/huggingface:/root/.cache/huggingface",
    '--env "HF_TOKEN=<secret>"',
    "lmsysorg/sglang:latest",
    launch
  ].join(" \\\n	");
  return [
    {
      title: "Install with pip",
      setup: "pip install sglang",
      content: [`# Start the server:
${launch}`, curlModel(3e4, model)]
    },
    { title: "Use Docker", setup: `# Start the server:
${docker}`, content: curlModel(3e4, model) }
  ];
}
function mlxLm(model) {
  const setup = "uv tool install mlx-lm";
  if (!model.tags.includes("conversational"))
    return [{ title: "Generate text", setup, content: `mlx_lm.generate --model "${model.id}" --prompt "${PROMPT}"` }];
  return [
    { title: "Chat in the terminal", setup, content: `mlx_lm.chat --model "${model.id}"` },
    {
      title: "Start a server",
      setup,
      content: [`mlx_lm.server --model "${model.id}" --port 8000`, curlChat(8e3, model)]
    }
  ];
}
function textGenerationInference(model) {
  const docker = [
    "docker run --gpus all",
    "-v ~/.cache/huggingface:/root/.cache/huggingface",
    '-e HF_TOKEN="<secret>"',
    "-p 8000:80",
    '"$REGISTRY/huggingface/text-generation-inference:latest"',
    `--model-id ${model.id}`
  ].join(" \\\n	");
  const setup = `# Start the server; REGISTRY is the host of GitHub's container registry:
${docker}`;
  return [{ title: "Use Docker", setup, content: [curlChat(8e3, model)] }];
}
function localAi(model, filepath = "{{GGUF_FILE}}") {
  const source = `huggingface://${model.id}/${filepath}`;
  return [
    {
      title: "Install with the script",
      setup: "curl https://localai.io/install.sh | sh",
      content: `local-ai run ${source}`
    },
    {
      title: "Use Docker",
      setup: "docker pull localai/localai:latest-cpu",
      content: `docker run -p 8080:8080 --name localai -v $PWD/models:/build/models localai/localai:latest-cpu ${source}`
    }
  ];
}
function unsloth() {
  const content = "# Then open http://localhost:8888 and search for the model.\nunsloth studio -H 0.0.0.0 -p 8888";
  return [
    {
      title: "Install on macOS or Linux",
      setup: "curl -fsSL https://unsloth.ai/install.sh | sh",
      content
    },
    { title: "Install on Windows", setup: "irm https://unsloth.ai/install.ps1 | iex", content }
  ];
}
function lemonade(model, filepath) {
  const isAmd = model.tags.some((tag) => tag === "ryzenai-npu" || tag === "ryzenai-hybrid");
  const name = model.id.slice(model.id.indexOf("/") + 1);
  return [
    {
      title: "Get the model",
      setup: "# Install Lemonade from https://lemonade-server.ai",
      content: `lemonade pull ${model.id}${isAmd ? "" : quant(":", filepath)}`
    },
    {
      title: isAmd ? "Chat with it (on a Ryzen AI 300 or newer)" : "Chat with it",
      content: `lemonade run user.${name}${isAmd ? "" : quant("-", filepath)}`
    },
    { title: "See what is installed", content: "lemonade list" }
  ];
}
function pi(record, filepath) {
  const { start, provider, model } = localServer(record, filepath);
  const settings = {
    providers: {
      [provider]: {
        baseUrl: "http://localhost:8080/v1",
        api: "openai-completions",
        apiKey: "none",
        models: [{ id: model }]
      }
    }
  };
  return [
    start,
    {
      title: "Configure Pi",
      setup: "npm install -g @earendil-works/pi-coding-agent",
      content: `# In ~/.pi/agent/models.json:
${JSON.stringify(settings, null, 2)}`
    },
    { title: "Start Pi in your project", content: "pi" }
  ];
}
function hermesAgent(record, filepath) {
  const { start, model } = localServer(record, filepath);
  return [
    start,
    {
      title: "Configure Hermes",
      setup: "curl -fsSL https://hermes-agent.nousresearch.com/install.sh | bash\nhermes setup",
      content: [
        "hermes config set model.provider custom",
        "hermes config set model.base_url http://127.0.0.1:8080/v1",
        `hermes config set model.default ${model}`
      ].join("\n")
    },
    { title: "Start Hermes", content: "hermes" }
  ];
}
function openclaw(record, filepath) {
  const { start, provider, model } = localServer(record, filepath);
  const onboard = [
    "openclaw onboard --non-interactive --mode local",
    "--auth-choice custom-api-key",
    "--custom-base-url http://127.0.0.1:8080/v1",
    `--custom-model-id "${model}"`,
    `--custom-provider-id ${provider}`,
    "--custom-compatibility openai",
    "--custom-text-input",
    "--accept-risk",
    "--skip-health"
  ].join(" \\\n	");
  return [
    start,
    { title: "Configure OpenClaw", setup: "npm install -g openclaw@latest", content: onboard },
    { title: "Send a message", content: 'openclaw agent --local --agent main --message "Hello"' }
  ];
}
const LOCAL_APP_SNIPPETS = {
  "llama.cpp": llamaCpp,
  "node-llama-cpp": nodeLlamaCpp,
  vllm,
  sglang,
  "mlx-lm": mlxLm,
  tgi: textGenerationInference,
  localai: localAi,
  ollama: (model, filepath) => `ollama run hf.co/${model.id}${quant(":", filepath)}`,
  unsloth,
  "docker-model-runner": dockerRun,
  lemonade,
  pi,
  "hermes-agent": hermesAgent,
  openclaw
};
export {
  LOCAL_APP_SNIPPETS
};
