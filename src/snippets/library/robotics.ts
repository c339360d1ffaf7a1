import { hasTag } from "../model.ts";
import { csharp, type GeneratorTable, python, sh } from "./snippet.ts";

/** Libraries for agents that act in games and simulations. */
export const robotics: GeneratorTable = {
	lerobot: ({ id, tags }) => {
		if (!hasTag({ tags }, "smolvla")) return [];
		const install = sh`
			# More ways: https://github.com/huggingface/lerobot?tab=readme-ov-file#installation
			git clone https://github.com/huggingface/lerobot.git
			cd lerobot
			pip install -e ".[smolvla]"
		`;
		const train = sh`
			# Fine-tune on the dataset that --dataset.repo_id names.
			# A smaller --batch_size suits smaller machines, fewer --steps a first trial.
			python lerobot/scripts/train.py \
			  --policy.path=${id} \
			  --dataset.repo_id=lerobot/svla_so101_pickplace \
			  --batch_size=64 \
			  --steps=20000 \
			  --output_dir=outputs/train/my_smolvla \
			  --job_name=my_smolvla_training \
			  --policy.device=cuda \
			  --wandb.enable=true
		`;
		const record = sh`
			# Let the model drive a robot and record what it does. Port, id and cameras are those of your robot;
			# --dataset.single_task should say what the training data said; HF_USER/dataset_name gets the recording.
			python -m lerobot.record \
			  --robot.type=so101_follower \
			  --robot.port=/dev/ttyACM0 \
			  --robot.id=my_blue_follower_arm \
			  --robot.cameras="{ front: {type: opencv, index_or_path: 8, width: 640, height: 480, fps: 30}}" \
			  --dataset.single_task="Put the red cube into the box." \
			  --dataset.repo_id=HF_USER/dataset_name \
			  --dataset.episode_time_s=50 \
			  --dataset.num_episodes=10 \
			  --policy.path=${id}
		`;
		// The base model is for training others, not for driving a robot itself.
		return id === "lerobot/smolvla_base" ? [install, train] : [install, train, record];
	},

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
