import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { type Snippet, sh } from "./snippet.ts";

/** The base model for training others, not for driving a robot itself. */
const BASE_MODEL = "lerobot/smolvla_base";

export function lerobot(model: ModelData): Snippet[] {
	if (!hasTag(model, "smolvla")) return [];
	const snippets = [INSTALL, train(model.id)];
	return model.id === BASE_MODEL ? snippets : [...snippets, record(model.id)];
}

const INSTALL = sh`
	# More ways: https://github.com/huggingface/lerobot?tab=readme-ov-file#installation
	git clone https://github.com/huggingface/lerobot.git
	cd lerobot
	pip install -e ".[smolvla]"
`;

function train(id: string): Snippet {
	return sh`
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
}

function record(id: string): Snippet {
	return sh`
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
}
