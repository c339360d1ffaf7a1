import { csharp, type GeneratorTable, python, sh } from "./snippet.ts";

/** Libraries for agents that act in games and simulations. */
export const robotics: GeneratorTable = {
	"ml-agents": ({ id }) => sh`mlagents-load-from-hf --repo-id=${id} --local-dir=./downloads`,

	"sample-factory": ({ id }) => sh`python -m sample_factory.huggingface.load_from_hub -r ${id} -d ./train_dir`,

	"stable-baselines3": ({ id }) => python`
		from huggingface_sb3 import load_from_hub

		checkpoint = load_from_hub(
		    repo_id=${id},
		    filename="{MODEL FILENAME}.zip",
		)
	`,

	"unity-sentis": () => csharp`
		// The C# file in the repository shows the model at work
		string modelName = "[name of the model file].sentis";
		Model model = ModelLoader.Load(Application.streamingAssetsPath + "/" + modelName);
		IWorker engine = WorkerFactory.CreateWorker(BackendType.GPUCompute, model);
	`,
};
