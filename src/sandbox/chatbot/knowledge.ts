/** Topics that the sandbox explains: names, a definition in one sentence, and further sentences. */
interface Topic {
	names: readonly string[];
	definition: string;
	detail: string;
}

const TOPICS: readonly Topic[] = [
	{
		names: ["self-attention", "attention mechanism", "attention"],
		definition:
			"Attention lets a model weigh every part of its input by how relevant it is to the part being processed, and mix the information accordingly.",
		detail:
			"Each token asks a question (its query), compares it with the keys of all other tokens, and takes a weighted average of their values, so distant words can influence each other directly.",
	},
	{
		names: ["multi-head attention"],
		definition:
			"Multi-head attention runs several attention operations side by side, so that each can follow a different kind of relation between tokens.",
		detail: "The results of the heads are joined and projected back to the width of the model.",
	},
	{
		names: ["transformers", "transformer"],
		definition:
			"A transformer is a neural network that stacks attention and feed-forward layers to process all tokens of a sequence in parallel.",
		detail:
			"Because nothing has to be read in order, it trains well on large hardware, and it underlies nearly all language models of today.",
	},
	{
		names: ["word embedding", "embeddings", "embedding"],
		definition:
			"An embedding is a list of numbers that places a word, text or image in a space where similar things lie close together.",
		detail:
			"Comparing two embeddings, usually by cosine similarity, is the basis of semantic search, clustering and retrieval.",
	},
	{
		names: ["tokenization", "tokenizer", "tokens", "token"],
		definition:
			"A tokenizer cuts text into tokens, the words, pieces of words and signs that a language model reads and writes.",
		detail:
			"Common words become one token and rare ones several, so the vocabulary stays small and no text is unreadable.",
	},
	{
		names: ["large language model", "language model", "llms", "llm"],
		definition:
			"A language model is a network trained to predict the next token of a text, and by doing so over and over it writes whole answers.",
		detail:
			"Training on very much text teaches it grammar, facts and styles; further training on conversations makes it follow instructions.",
	},
	{
		names: ["low-rank adaptation", "lora"],
		definition:
			"LoRA fine-tunes a model by learning two small matrices beside each large frozen one, so only a tiny part of the weights has to be trained and stored.",
		detail:
			"The product of the small matrices is added to the frozen weights, and adapters can be swapped without touching the base model.",
	},
	{
		names: ["quantisation", "quantization", "quantized"],
		definition:
			"Quantization stores a model's weights with fewer bits, which makes it smaller and faster at a small cost in accuracy.",
		detail: "Going from 16 to 4 bits shrinks a model to about a quarter, often enough to run it on a laptop.",
	},
	{
		names: ["diffusion model", "diffusion models", "diffusion", "stable diffusion"],
		definition:
			"A diffusion model creates an image by starting from pure noise and removing a little of it in each step until an image that fits the prompt remains.",
		detail: "It learns this by seeing images to which noise was added, and practicing to predict that noise.",
	},
	{
		names: ["fine-tuning", "finetuning", "fine-tune", "fine tuning"],
		definition:
			"Fine-tuning continues the training of a finished model on a smaller, special dataset so that it becomes good at one job.",
		detail:
			"It needs far less data and computing than training from the start, because the general knowledge is already there.",
	},
	{
		names: ["retrieval-augmented generation", "retrieval augmented generation", "rag"],
		definition:
			"Retrieval-augmented generation looks up passages that fit a question and hands them to the language model together with it, so the answer rests on sources.",
		detail:
			"The passages usually come from a vector index of embeddings, which can be updated without retraining the model.",
	},
	{
		names: ["backpropagation", "backprop"],
		definition:
			"Backpropagation computes how much each weight of a network contributed to the error by applying the chain rule from the output back to the input.",
		detail: "The result, the gradient, tells the optimizer in which direction to change every weight.",
	},
	{
		names: ["stochastic gradient descent", "gradient descent", "sgd"],
		definition:
			"Gradient descent improves a model by repeatedly moving its weights a small step in the direction that lowers the error most.",
		detail: "Its stochastic form estimates that direction from a small batch of examples, which is much cheaper.",
	},
	{
		names: ["neural networks", "neural network", "neural net"],
		definition:
			"A neural network is a function built from layers of simple weighted sums and bends, whose weights are learned from examples.",
		detail: "With enough layers it can approximate very complicated relations between input and output.",
	},
	{
		names: ["convolutional neural network", "convolution", "cnn"],
		definition:
			"A convolutional network slides small filters over an image, so that it finds the same edge, texture or shape wherever it appears.",
		detail: "Early layers see edges, later ones parts and whole objects.",
	},
	{
		names: ["recurrent neural network", "rnn", "lstm"],
		definition:
			"A recurrent network reads a sequence step by step and carries a memory of what it has seen from each step to the next.",
		detail: "Its memory fades over long texts, which is why attention replaced it in most uses.",
	},
	{
		names: ["overfitting", "overfit"],
		definition:
			"Overfitting is when a model memorises its training examples instead of the rule behind them, and therefore fails on new data.",
		detail: "More data, regularisation, dropout and early stopping are the usual remedies.",
	},
	{
		names: ["regularization", "regularisation", "weight decay"],
		definition:
			"Regularization penalises needless complexity during training so that a model generalises better to new data.",
		detail: "Weight decay, which keeps weights small, is the most common form.",
	},
	{
		names: ["dropout"],
		definition:
			"Dropout switches off a random part of a network in each training step, so that no unit can rely on a single other one.",
		detail: "At inference all units are on, which acts like an average over many networks.",
	},
	{
		names: ["softmax"],
		definition:
			"Softmax turns a list of scores into probabilities that are positive, add up to one and keep the order of the scores.",
		detail: "A temperature divides the scores first: low values sharpen the distribution, high ones flatten it.",
	},
	{
		names: ["temperature"],
		definition:
			"Temperature controls how daring a language model is: near zero it picks the likeliest token, and higher values give unlikely ones a better chance.",
		detail: "Low values suit facts and code, higher ones stories and ideas.",
	},
	{
		names: ["top-p", "nucleus sampling", "top p"],
		definition:
			"Nucleus sampling draws the next token only from the smallest set of likely tokens whose probabilities together reach a limit p.",
		detail: "It adapts to how certain the model is: few candidates when it is sure, many when it is not.",
	},
	{
		names: ["beam search"],
		definition:
			"Beam search keeps the few best partial texts at every step instead of only one, and returns the one that is best in the end.",
		detail: "It is common in translation, and rare in chat, where it tends to sound dull.",
	},
	{
		names: ["reinforcement learning from human feedback", "rlhf"],
		definition:
			"RLHF trains a model to give the answers people prefer, by learning a reward from their comparisons and optimising for it.",
		detail: "It is what turns a model that continues text into one that helps.",
	},
	{
		names: ["reinforcement learning"],
		definition:
			"Reinforcement learning teaches an agent by letting it try actions and rewarding those that lead to good results.",
		detail: "It plays games, controls robots and tunes language models.",
	},
	{
		names: ["mixture of experts", "mixture-of-experts", "moe"],
		definition:
			"A mixture of experts holds many parallel sub-networks and lets a small router choose a few of them for each token, so the model is large but cheap to run.",
		detail: "All experts must be in memory even though only some of them compute.",
	},
	{
		names: ["key-value cache", "kv cache", "kv-cache"],
		definition:
			"A KV cache keeps the attention keys and values of earlier tokens, so that each new token costs only its own computation.",
		detail: "It grows with the length of the context and often takes more memory than one expects.",
	},
	{
		names: ["context window", "context length"],
		definition:
			"The context window is the number of tokens a model can look at in one go, the prompt and its own answer together.",
		detail: "What falls out of it is forgotten unless it is repeated or looked up.",
	},
	{
		names: ["hallucinations", "hallucination"],
		definition: "A hallucination is a fluent answer of a model that is simply not true.",
		detail: "Giving it sources, asking it to quote them and checking the result are the best protection.",
	},
	{
		names: ["distillation", "knowledge distillation"],
		definition:
			"Distillation trains a small model to imitate the outputs of a large one, and so keeps much of its quality at a fraction of the cost.",
		detail: "The large model's probabilities teach more than bare labels do.",
	},
	{
		names: ["zero-shot learning", "zero-shot", "few-shot", "in-context learning"],
		definition:
			"Zero-shot means solving a task a model was never trained for from its description alone; few-shot adds some examples to the prompt.",
		detail: "Large language models do both without any change of their weights.",
	},
	{
		names: ["prompt engineering", "prompts", "prompt"],
		definition:
			"A prompt is the text a model is given to work from, and engineering it means wording it so that the answer comes out as wanted.",
		detail: "Say what you want, show an example, and name the form of the answer.",
	},
	{
		names: ["speculative decoding"],
		definition:
			"Speculative decoding lets a small model guess several tokens ahead and a large one check them all at once, which speeds up generation without changing its result.",
		detail: "The more often the guesses are right, the larger the gain.",
	},
	{
		names: ["perplexity"],
		definition:
			"Perplexity measures how surprised a language model is by a text: the lower it is, the better the model predicted it.",
		detail:
			"A perplexity of ten means the model was as unsure as if it had to choose between ten equally likely tokens.",
	},
	{
		names: ["cross-entropy", "loss function", "cross entropy"],
		definition:
			"A loss function says in one number how wrong a model's predictions are, and training means making that number small.",
		detail: "For classification it is usually cross-entropy, which punishes confident mistakes hardest.",
	},
	{
		names: ["batch normalization", "layer normalization", "layernorm"],
		definition:
			"Normalization layers rescale the values inside a network to a stable range, so that deep networks train quickly and reliably.",
		detail: "Batch normalization does so across examples, layer normalization across the features of each one.",
	},
	{
		names: ["variational autoencoder", "autoencoder", "vae"],
		definition:
			"An autoencoder learns to squeeze data into a short code and to restore it, so that the code holds what matters.",
		detail: "Its variational form makes the codes smooth, so that new ones can be drawn and decoded.",
	},
	{
		names: ["generative adversarial network", "gan", "gans"],
		definition:
			"A GAN trains two networks against each other: one forges data, the other tries to tell it from real data, and both get better.",
		detail: "It made the first convincing artificial faces, and is hard to keep in balance.",
	},
	{
		names: ["machine learning"],
		definition: "Machine learning is getting computers to find the rule in examples instead of being given the rule.",
		detail: "The rule is a model, the search for it is training, and using it is inference.",
	},
	{
		names: ["deep learning"],
		definition:
			"Deep learning is machine learning with networks of many layers, each of which builds on the features the one before has found.",
		detail: "It needs much data and computing, and in return no hand-made features.",
	},
	{
		names: ["artificial intelligence", "ai"],
		definition:
			"Artificial intelligence is the craft of making machines do things that would need intelligence if people did them.",
		detail: "Today most of it is machine learning.",
	},
	{
		names: ["inference"],
		definition: "Inference is using a trained model: data goes in, a prediction comes out, and no weight changes.",
		detail: "Its cost is counted in latency and throughput, and for language models in tokens per second.",
	},
	{
		names: ["inference provider", "inference providers"],
		definition: "An inference provider runs models on its own machines and answers requests for them over the network.",
		detail: "The hub's router forwards a request to the one you choose, so one token reaches them all.",
	},
	{
		names: ["vector database", "vector databases", "vector search", "semantic search"],
		definition:
			"Semantic search finds texts by meaning: it compares the embedding of the question with those of all documents and returns the nearest.",
		detail: "A vector database does that quickly for millions of entries, at the price of an occasional miss.",
	},
	{
		names: ["cosine similarity"],
		definition:
			"Cosine similarity compares two vectors by the angle between them: one for the same direction, zero for nothing in common.",
		detail: "It ignores length, which is why embeddings are often normalized first.",
	},
	{
		names: ["gguf"],
		definition:
			"GGUF is a file format that packs a model's quantized weights and everything needed to run it into one file.",
		detail: "It is what llama.cpp and the programs built on it load.",
	},
	{
		names: ["safetensors"],
		definition:
			"Safetensors is a file format for model weights that can be loaded quickly and, unlike pickle, cannot run code.",
		detail: "A small JSON header says where in the file each tensor lies.",
	},
	{
		names: ["server-sent events", "streaming", "sse"],
		definition:
			"Streaming sends an answer piece by piece while it is being made, so that the first words appear at once.",
		detail: "Over HTTP it usually travels as server-sent events, one `data:` line for each piece.",
	},
	{
		names: ["sky blue", "blue sky", "rayleigh scattering"],
		definition:
			"The sky is blue because air scatters the short waves of sunlight, which we see as blue, far more than the long ones.",
		detail: "At sunset the light comes a longer way through the air, the blue is lost on it, and red remains.",
	},
	{
		names: ["rainbows", "rainbow"],
		definition:
			"A rainbow appears when drops of rain bend sunlight, reflect it inside, and so spread it into its colours.",
		detail: "You see one with the sun behind you and the rain in front of you.",
	},
	{
		names: ["photosynthesis"],
		definition:
			"Photosynthesis is how plants use sunlight to make sugar out of water and carbon dioxide, giving off oxygen.",
		detail: "It happens in the chloroplasts, whose chlorophyll makes leaves green.",
	},
	{
		names: ["gravity", "gravitation"],
		definition:
			"Gravity is the attraction between everything that has mass; it keeps us on the ground and the planets in their orbits.",
		detail: "Einstein described it as the bending of space and time by mass.",
	},
	{
		names: ["speed of light"],
		definition: "Light travels 299,792,458 metres a second in empty space, and nothing is faster.",
		detail: "It takes about eight minutes from the sun to the earth.",
	},
	{
		names: ["recursion"],
		definition: "Recursion is when a function solves a problem by calling itself on smaller parts of it.",
		detail: "It needs a case that is solved at once, or it never ends.",
	},
	{
		names: ["rest api", "apis", "api"],
		definition: "An API is the agreed way in which one program asks another to do something.",
		detail: "Over the web it usually means sending JSON to an address and getting JSON back.",
	},
	{
		names: ["hugging face", "huggingface"],
		definition:
			"Hugging Face is the company behind the hub, where people share models, datasets and demos of machine learning.",
		detail: "Its router forwards requests for those models to many inference providers.",
	},
	{
		names: ["sandbox"],
		definition:
			"The sandbox is a stand-in for the hub, its router and all inference providers that runs on your own machine, with no token and no network.",
		detail: "It speaks the providers' wire formats and computes its answers from what you send, the same each time.",
	},
];

const BY_NAME = TOPICS.flatMap((topic) => topic.names.map((name) => ({ name, topic }))).sort(
	(a, b) => b.name.length - a.name.length,
);

/** Returns the topics a text mentions, in order of mention, each once. */
export function findTopics(text: string): Topic[] {
	let rest = text.toLowerCase();
	const found = new Map<Topic, number>();
	for (const { name, topic } of BY_NAME) {
		const match = new RegExp(`(?<![\\w-])${name.replace(/[.+]/g, "\\$&")}(?![\\w-])`).exec(rest);
		if (!match) continue;
		found.set(topic, Math.min(found.get(topic) ?? match.index, match.index));
		// A longer name hides the shorter ones inside it.
		rest = rest.replaceAll(name, "·".repeat(name.length));
	}
	return [...found].sort((a, b) => a[1] - b[1]).map(([topic]) => topic);
}
