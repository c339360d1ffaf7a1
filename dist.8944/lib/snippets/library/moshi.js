import { code, python, sh } from "./snippet.js";
function moshi({ id }) {
  if (id.includes("-mlx")) return [runOnMlx(id)];
  if (id.includes("-candle")) return [USE_RUST];
  return [serve(id), encode(id)];
}
function runOnMlx(id) {
  const quantization = code(id.includes("-q4") ? " -q 4" : id.includes("-q8") ? " -q 8" : "");
  return sh`
		# pip install moshi_mlx
		python -m moshi_mlx.local${quantization} --hf-repo ${id}

		# The same with a page in the browser
		python -m moshi_mlx.local_web${quantization} --hf-repo ${id}
	`;
}
const USE_RUST = sh`
	# pip install rustymimi
	# The program in Rust is built and run as https://github.com/kyutai-labs/moshi says
`;
function serve(id) {
  return sh`
		# pip install moshi
		# Then open https://localhost:8998 in the browser
		python -m moshi.server --hf-repo ${id}
	`;
}
function encode(id) {
  return python`
		# pip install moshi
		import torch
		from moshi.models import loaders

		checkpoint_info = loaders.CheckpointInfo.from_hf_repo(${id})
		mimi = checkpoint_info.get_mimi(device="cuda")
		mimi.set_num_codebooks(8)

		wav = torch.randn(1, 1, 24000 * 10)  # (batch, channels, samples), ten seconds
		with torch.no_grad():
		    codes = mimi.encode(wav.cuda())
		    decoded = mimi.decode(codes)
	`;
}
export {
  moshi
};
