var __defProp=Object.defineProperty;var __getOwnPropDesc=Object.getOwnPropertyDescriptor;var __getOwnPropNames=Object.getOwnPropertyNames;var __hasOwnProp=Object.prototype.hasOwnProperty;var __export=(target,all)=>{for(var name in all)__defProp(target,name,{get:all[name],enumerable:!0})},__copyProps=(to,from,except,desc)=>{if(from&&typeof from=="object"||typeof from=="function")for(let key of __getOwnPropNames(from))!__hasOwnProp.call(to,key)&&key!==except&&__defProp(to,key,{get:()=>from[key],enumerable:!(desc=__getOwnPropDesc(from,key))||desc.enumerable});return to};var __toCommonJS=mod=>__copyProps(__defProp({},"__esModule",{value:!0}),mod);var stdin_exports={};__export(stdin_exports,{GGMLFileQuantizationType:()=>GGMLFileQuantizationType,GGMLQuantizationType:()=>GGMLQuantizationType,GGUF_QUANT_ORDER:()=>GGUF_QUANT_ORDER,GGUF_QUANT_RE:()=>GGUF_QUANT_RE,GGUF_QUANT_RE_GLOBAL:()=>GGUF_QUANT_RE_GLOBAL,LOCAL_APPS:()=>LOCAL_APPS,LOCAL_APP_KEYS:()=>LOCAL_APP_KEYS,findNearestQuantType:()=>findNearestQuantType,getLibrarySnippets:()=>getLibrarySnippets,hasLibrarySnippets:()=>hasLibrarySnippets,librarySnippets:()=>librarySnippets,parseGGUFQuantLabel:()=>parseGGUFQuantLabel});module.exports=__toCommonJS(stdin_exports);var import_chunk_5T7LMB7T=require("./chunk-5T7LMB7T.js");function mapBothWays(names){return Object.freeze({...names,...Object.fromEntries(Object.entries(names).map(([name,id])=>[id,name]))})}var FILE_TYPES={F32:0,F16:1,Q4_0:2,Q4_1:3,Q4_1_SOME_F16:4,Q4_2:5,Q4_3:6,Q8_0:7,Q5_0:8,Q5_1:9,Q2_K:10,Q3_K_S:11,Q3_K_M:12,Q3_K_L:13,Q4_K_S:14,Q4_K_M:15,Q5_K_S:16,Q5_K_M:17,Q6_K:18,IQ2_XXS:19,IQ2_XS:20,Q2_K_S:21,IQ3_XS:22,IQ3_XXS:23,IQ1_S:24,IQ4_NL:25,IQ3_S:26,IQ3_M:27,IQ2_S:28,IQ2_M:29,IQ4_XS:30,IQ1_M:31,BF16:32,Q4_0_4_4:33,Q4_0_4_8:34,Q4_0_8_8:35,TQ1_0:36,TQ2_0:37,MXFP4_MOE:38,NVFP4:39,Q1_0:40,Q2_0:41,Q2_K_XL:1e3,Q3_K_XL:1001,Q4_K_XL:1002,Q5_K_XL:1003,Q6_K_XL:1004,Q8_K_XL:1005},GGMLFileQuantizationType=mapBothWays(FILE_TYPES),FILE_TYPE_NAMES=Object.keys(FILE_TYPES),TENSOR_TYPES={F32:0,F16:1,Q4_0:2,Q4_1:3,Q5_0:6,Q5_1:7,Q8_0:8,Q8_1:9,Q2_K:10,Q3_K:11,Q4_K:12,Q5_K:13,Q6_K:14,Q8_K:15,IQ2_XXS:16,IQ2_XS:17,IQ3_XXS:18,IQ1_S:19,IQ4_NL:20,IQ3_S:21,IQ2_S:22,IQ4_XS:23,I8:24,I16:25,I32:26,I64:27,F64:28,IQ1_M:29,BF16:30,TQ1_0:34,TQ2_0:35,MXFP4:39,NVFP4:40,Q1_0:41,Q2_0:42},GGMLQuantizationType=mapBothWays(TENSOR_TYPES),GGUF_QUANT_ORDER=[GGMLFileQuantizationType.F32,GGMLFileQuantizationType.BF16,GGMLFileQuantizationType.F16,GGMLFileQuantizationType.Q8_K_XL,GGMLFileQuantizationType.Q8_0,GGMLFileQuantizationType.Q6_K_XL,GGMLFileQuantizationType.Q6_K,GGMLFileQuantizationType.Q5_K_XL,GGMLFileQuantizationType.Q5_K_M,GGMLFileQuantizationType.Q5_K_S,GGMLFileQuantizationType.Q5_0,GGMLFileQuantizationType.Q5_1,GGMLFileQuantizationType.Q4_K_XL,GGMLFileQuantizationType.Q4_K_M,GGMLFileQuantizationType.Q4_K_S,GGMLFileQuantizationType.IQ4_NL,GGMLFileQuantizationType.IQ4_XS,GGMLFileQuantizationType.Q4_0_4_4,GGMLFileQuantizationType.Q4_0_4_8,GGMLFileQuantizationType.Q4_0_8_8,GGMLFileQuantizationType.Q4_1_SOME_F16,GGMLFileQuantizationType.Q4_0,GGMLFileQuantizationType.Q4_1,GGMLFileQuantizationType.Q4_2,GGMLFileQuantizationType.Q4_3,GGMLFileQuantizationType.MXFP4_MOE,GGMLFileQuantizationType.NVFP4,GGMLFileQuantizationType.Q3_K_XL,GGMLFileQuantizationType.Q3_K_L,GGMLFileQuantizationType.Q3_K_M,GGMLFileQuantizationType.Q3_K_S,GGMLFileQuantizationType.IQ3_M,GGMLFileQuantizationType.IQ3_S,GGMLFileQuantizationType.IQ3_XS,GGMLFileQuantizationType.IQ3_XXS,GGMLFileQuantizationType.Q2_K_XL,GGMLFileQuantizationType.Q2_K,GGMLFileQuantizationType.Q2_K_S,GGMLFileQuantizationType.IQ2_M,GGMLFileQuantizationType.IQ2_S,GGMLFileQuantizationType.IQ2_XS,GGMLFileQuantizationType.IQ2_XXS,GGMLFileQuantizationType.Q2_0,GGMLFileQuantizationType.IQ1_S,GGMLFileQuantizationType.IQ1_M,GGMLFileQuantizationType.TQ1_0,GGMLFileQuantizationType.TQ2_0,GGMLFileQuantizationType.Q1_0],EXTRA_NAMES=["MXFP4"],QUANT_PATTERN=`(?<prefix>UD-)?(?<quant>${[...FILE_TYPE_NAMES,...EXTRA_NAMES].join("|")})(_(?<sizeVariation>[A-Z]+))?`,GGUF_QUANT_RE=new RegExp(QUANT_PATTERN),GGUF_QUANT_RE_GLOBAL=new RegExp(QUANT_PATTERN,"g");function parseGGUFQuantLabel(fileName){return[...fileName.toUpperCase().matchAll(GGUF_QUANT_RE_GLOBAL)].at(-1)?.[0]}function findNearestQuantType(target,available){const position=Math.max(GGUF_QUANT_ORDER.indexOf(target),0),known=GGUF_QUANT_ORDER.filter(type=>available.includes(type));return known.find(type=>GGUF_QUANT_ORDER.indexOf(type)>=position)??known.at(-1)}var local_apps_default={"llama.cpp":{prettyLabel:"llama.cpp",docsUrl:"https://github.com/ggerganov/llama.cpp",mainTask:"text-generation",showWhen:"gguf"},"node-llama-cpp":{prettyLabel:"node-llama-cpp",docsUrl:"https://node-llama-cpp.withcat.ai",mainTask:"text-generation",showWhen:"gguf"},vllm:{prettyLabel:"vLLM",docsUrl:"https://docs.vllm.ai",mainTask:"text-generation",showWhen:{all:[{any:["quant:awq","quant:gptq","quant:aqlm","quant:marlin","gguf","tag:transformers"]},{any:["task:text-generation","task:image-text-to-text"]}]}},sglang:{prettyLabel:"SGLang",docsUrl:"https://docs.sglang.io",mainTask:"text-generation",showWhen:{all:[{any:["quant:awq","quant:gptq","quant:aqlm","quant:marlin","tag:transformers"]},{any:["task:text-generation","task:image-text-to-text"]}]}},"mlx-lm":{prettyLabel:"MLX LM",docsUrl:"https://github.com/ml-explore/mlx-lm",mainTask:"text-generation",showWhen:{all:["task:text-generation","tag:mlx"]}},tgi:{prettyLabel:"TGI",docsUrl:"https://huggingface.co/docs/text-generation-inference/",mainTask:"text-generation",showWhen:"tag:text-generation-inference"},lmstudio:{prettyLabel:"LM Studio",docsUrl:"https://lmstudio.ai",mainTask:"text-generation",showWhen:{any:["gguf","tag:mlx"]},deeplink:[{url:"lmstudio://open_from_hf?model={id}[&file={file}]"}]},localai:{prettyLabel:"LocalAI",docsUrl:"https://github.com/mudler/LocalAI",mainTask:"text-generation",showWhen:"gguf"},jan:{prettyLabel:"Jan",docsUrl:"https://jan.ai",mainTask:"text-generation",showWhen:"gguf",deeplink:[{url:"jan://models/huggingface/{id}"}]},"atomic-chat":{prettyLabel:"Atomic Chat",docsUrl:"https://atomic.chat",mainTask:"text-generation",showWhen:{any:["gguf","tag:mlx"]},deeplink:[{url:"atomic-chat://models/huggingface/{id}"}]},backyard:{prettyLabel:"Backyard AI",docsUrl:"https://backyard.ai",mainTask:"text-generation",showWhen:"gguf",deeplink:[{url:"https://backyard.ai/hf/model/{id}"}]},sanctum:{prettyLabel:"Sanctum",docsUrl:"https://sanctum.ai",mainTask:"text-generation",showWhen:"gguf",deeplink:[{url:"sanctum://open_from_hf?model={id}"}]},jellybox:{prettyLabel:"Jellybox",docsUrl:"https://jellybox.com",mainTask:"text-generation",showWhen:{any:["gguf",{all:["library:diffusers","tag:safetensors",{any:["task:text-to-image","tag:lora"]}]}]},deeplink:[{when:"gguf",url:"jellybox://llm/models/huggingface/LLM/{id}"},{when:"tag:lora",url:"jellybox://image/models/huggingface/ImageLora/{id}"},{url:"jellybox://image/models/huggingface/Image/{id}"}]},msty:{prettyLabel:"Msty",docsUrl:"https://msty.app",mainTask:"text-generation",showWhen:"gguf",deeplink:[{url:"msty://models/search/hf/{id}"}]},recursechat:{prettyLabel:"RecurseChat",docsUrl:"https://recurse.chat",mainTask:"text-generation",macOSOnly:!0,showWhen:"gguf",deeplink:[{url:"recursechat://new-hf-gguf-model?hf-model-id={id}"}]},drawthings:{prettyLabel:"Draw Things",docsUrl:"https://drawthings.ai",mainTask:"text-to-image",macOSOnly:!0,showWhen:{all:["library:diffusers",{any:["task:text-to-image","tag:lora"]}]},deeplink:[{when:"tag:lora",url:"https://drawthings.ai/import/diffusers/pipeline.load_lora_weights?repo_id={id}"},{url:"https://drawthings.ai/import/diffusers/pipeline.from_pretrained?repo_id={id}"}]},diffusionbee:{prettyLabel:"DiffusionBee",docsUrl:"https://diffusionbee.com",mainTask:"text-to-image",macOSOnly:!0,showWhen:{all:["library:diffusers","task:text-to-image"]},deeplink:[{url:"https://diffusionbee.com/huggingface_import?model_id={id}"}]},joyfusion:{prettyLabel:"JoyFusion",docsUrl:"https://joyfusion.app",mainTask:"text-to-image",macOSOnly:!0,showWhen:{all:["tag:coreml","tag:joyfusion","task:text-to-image"]},deeplink:[{url:"https://joyfusion.app/import_from_hf?repo_id={id}"}]},invoke:{prettyLabel:"Invoke",docsUrl:"https://github.com/invoke-ai/InvokeAI",mainTask:"text-to-image",showWhen:{all:["library:diffusers","task:text-to-image"]},deeplink:[{url:"https://models.invoke.ai/huggingface/{id}"}]},ollama:{prettyLabel:"Ollama",docsUrl:"https://ollama.com",mainTask:"text-generation",showWhen:"gguf"},unsloth:{prettyLabel:"Unsloth Studio",docsUrl:"https://unsloth.ai/docs/new/studio",mainTask:"text-generation",showWhen:{any:["tag:unsloth","gguf"]}},"docker-model-runner":{prettyLabel:"Docker Model Runner",docsUrl:"https://docs.docker.com/ai/model-runner/",mainTask:"text-generation",showWhen:{any:["gguf",{all:[{any:["quant:awq","quant:gptq","quant:aqlm","quant:marlin","gguf","tag:transformers"]},{any:["task:text-generation","task:image-text-to-text"]}]}]}},lemonade:{prettyLabel:"Lemonade",docsUrl:"https://lemonade-server.ai",mainTask:"text-generation",showWhen:{any:["gguf","tag:ryzenai-hybrid","tag:ryzenai-npu"]}},pi:{prettyLabel:"Pi",docsUrl:"https://github.com/earendil-works/pi",mainTask:"text-generation",showWhen:{all:[{any:["gguf","tag:mlx"]},"tag:conversational","template:tools"]}},"hermes-agent":{prettyLabel:"Hermes Agent",docsUrl:"https://hermes-agent.nousresearch.com/",mainTask:"text-generation",showWhen:{all:[{any:["gguf","tag:mlx"]},"tag:conversational","template:tools"]}},openclaw:{prettyLabel:"OpenClaw",docsUrl:"https://github.com/openclaw/openclaw",mainTask:"text-generation",showWhen:{all:[{any:["gguf","tag:mlx"]},"tag:conversational","template:tools"]}}};function meetsCondition(model,condition){if(typeof condition!="string")return"all"in condition?condition.all.every(part=>meetsCondition(model,part)):condition.any.some(part=>meetsCondition(model,part));const[kind,value=""]=condition.split(":");switch(kind){case"gguf":return!!model.gguf?.context_length;case"tag":return model.tags.includes(value);case"task":return model.pipeline_tag===value;case"library":return model.library_name===value;case"quant":return model.config?.quantization_config?.quant_method===value;case"template":return findChatTemplate(model)?.includes(value)??!1;default:throw new Error(`Unknown condition "${condition}".`)}}function findChatTemplate({gguf,config}){const template=gguf?.chat_template??config?.chat_template_jinja??config?.tokenizer_config?.chat_template;return Array.isArray(template)?template[0]?.template:template}var PROMPT="Once upon a time";function quant(separator,filepath){if(filepath===void 0)return`${separator}{{QUANT_TAG}}`;const label=parseGGUFQuantLabel(filepath);return label===void 0?"":separator+label}function dockerRun(model,filepath){return`docker model run hf.co/${model.id}${meetsCondition(model,"gguf")?quant(":",filepath):""}`}function indent(value){return JSON.stringify(value,null,"	").replaceAll("'","'\\''").replaceAll(`
`,`
	`)}function curl(port,route,body){return["# Ask the running server:",`curl -X POST "http://localhost:${port}/v1/${route}" \\`,'	-H "Content-Type: application/json" \\',`	--data '${indent(body)}'`].join(`
`)}function curlChat(port,model){return curl(port,"chat/completions",{model:model.id,messages:(0,import_chunk_5T7LMB7T.chooseExampleMessages)(model)})}function curlModel(port,model){return model.tags.includes("conversational")?curlChat(port,model):curl(port,"completions",{model:model.id,prompt:PROMPT,max_tokens:512,temperature:.5})}function localServer(model,filepath){if(!meetsCondition(model,"gguf")&&model.tags.includes("mlx"))return{start:{title:"Start an MLX server",setup:"uv tool install mlx-lm",content:`mlx_lm.server --model "${model.id}"`},provider:"mlx-lm",model:model.id};const source=`${model.id}${quant(":",filepath)}`;return{start:{title:"Start a llama.cpp server",setup:"curl -LsSf https://llama.app/install.sh | sh",content:`llama serve -hf ${source} --jinja`},provider:"llama-cpp",model:source}}function llamaCpp(model,filepath){const source=`-hf ${model.id}${quant(":",filepath)}`,commands=(serve2,chat2)=>[`# Server with an OpenAI-compatible API and a web page:
${serve2} ${source}`,`# Chat in the terminal:
${chat2} ${source}`],unified=commands("llama serve","llama cli");return[{title:"Install with the script",setup:"curl -LsSf https://llama.app/install.sh | sh",content:unified},{title:"Install with WinGet (Windows)",setup:"winget install llama.cpp",content:unified},{title:"Install with Homebrew",setup:"brew install llama.cpp",content:commands("llama-server","llama-cli")},{title:"Use a ready-made binary",setup:`# Unpack the archive for your system from
# https://github.com/ggerganov/llama.cpp/releases`,content:commands("./llama-server","./llama-cli")},{title:"Build it from source",setup:["git clone https://github.com/ggerganov/llama.cpp.git","cd llama.cpp","cmake -B build","cmake --build build -j --target llama-server llama-cli"].join(`
`),content:commands("./build/bin/llama-server","./build/bin/llama-cli")},{title:"Use Docker",content:dockerRun(model,filepath)}]}function nodeLlamaCpp(model,filepath){const source=`hf:${model.id}${quant(":",filepath)}`;return[{title:"Chat in the terminal",content:`npx -y node-llama-cpp chat ${source}`},{title:"See whether it fits your machine",content:`npx -y node-llama-cpp inspect estimate ${source}`}]}var MISTRAL_FLAGS=["--tokenizer_mode mistral","--config_format mistral","--load_format mistral","--tool-call-parser mistral","--enable-auto-tool-choice"];function vllm(model,filepath){const isMistral=model.tags.includes("mistral-common"),flags=isMistral?MISTRAL_FLAGS.map(flag=>` ${flag}`).join(""):"";return[{title:"Install with pip",setup:isMistral?`pip install vllm
pip install --upgrade mistral-common`:"pip install vllm",content:[`# Start the server:
vllm serve "${model.id}"${flags}`,curlModel(8e3,model)]},{title:"Use Docker",content:dockerRun(model,filepath)}]}function sglang(model){const launch=`python3 -m sglang.launch_server --model-path "${model.id}" --host 0.0.0.0 --port 30000`,docker=["docker run --gpus all --shm-size 32g --ipc=host -p 30000:30000","-v ~/.cache/huggingface:/root/.cache/huggingface",'--env "HF_TOKEN=<secret>"',"lmsysorg/sglang:latest",launch].join(` \\
	`);return[{title:"Install with pip",setup:"pip install sglang",content:[`# Start the server:
${launch}`,curlModel(3e4,model)]},{title:"Use Docker",setup:`# Start the server:
${docker}`,content:curlModel(3e4,model)}]}function mlxLm(model){const setup="uv tool install mlx-lm";return model.tags.includes("conversational")?[{title:"Chat in the terminal",setup,content:`mlx_lm.chat --model "${model.id}"`},{title:"Start a server",setup,content:[`mlx_lm.server --model "${model.id}" --port 8000`,curlChat(8e3,model)]}]:[{title:"Generate text",setup,content:`mlx_lm.generate --model "${model.id}" --prompt "${PROMPT}"`}]}function textGenerationInference(model){return[{title:"Use Docker",setup:`# Start the server; REGISTRY is the host of GitHub's container registry:
${["docker run --gpus all","-v ~/.cache/huggingface:/root/.cache/huggingface",'-e HF_TOKEN="<secret>"',"-p 8000:80",'"$REGISTRY/huggingface/text-generation-inference:latest"',`--model-id ${model.id}`].join(` \\
	`)}`,content:[curlChat(8e3,model)]}]}function localAi(model,filepath="{{GGUF_FILE}}"){const source=`huggingface://${model.id}/${filepath}`;return[{title:"Install with the script",setup:"curl https://localai.io/install.sh | sh",content:`local-ai run ${source}`},{title:"Use Docker",setup:"docker pull localai/localai:latest-cpu",content:`docker run -p 8080:8080 --name localai -v $PWD/models:/build/models localai/localai:latest-cpu ${source}`}]}function unsloth(){const content=`# Then open http://localhost:8888 and search for the model.
unsloth studio -H 0.0.0.0 -p 8888`;return[{title:"Install on macOS or Linux",setup:"curl -fsSL https://unsloth.ai/install.sh | sh",content},{title:"Install on Windows",setup:"irm https://unsloth.ai/install.ps1 | iex",content}]}function lemonade(model,filepath){const isAmd=model.tags.some(tag=>tag==="ryzenai-npu"||tag==="ryzenai-hybrid"),name=model.id.slice(model.id.indexOf("/")+1);return[{title:"Get the model",setup:"# Install Lemonade from https://lemonade-server.ai",content:`lemonade pull ${model.id}${isAmd?"":quant(":",filepath)}`},{title:isAmd?"Chat with it (on a Ryzen AI 300 or newer)":"Chat with it",content:`lemonade run user.${name}${isAmd?"":quant("-",filepath)}`},{title:"See what is installed",content:"lemonade list"}]}function pi(record2,filepath){const{start,provider,model}=localServer(record2,filepath),settings={providers:{[provider]:{baseUrl:"http://localhost:8080/v1",api:"openai-completions",apiKey:"none",models:[{id:model}]}}};return[start,{title:"Configure Pi",setup:"npm install -g @earendil-works/pi-coding-agent",content:`# In ~/.pi/agent/models.json:
${JSON.stringify(settings,null,2)}`},{title:"Start Pi in your project",content:"pi"}]}function hermesAgent(record2,filepath){const{start,model}=localServer(record2,filepath);return[start,{title:"Configure Hermes",setup:`curl -fsSL https://hermes-agent.nousresearch.com/install.sh | bash
hermes setup`,content:["hermes config set model.provider custom","hermes config set model.base_url http://127.0.0.1:8080/v1",`hermes config set model.default ${model}`].join(`
`)},{title:"Start Hermes",content:"hermes"}]}function openclaw(record2,filepath){const{start,provider,model}=localServer(record2,filepath),onboard=["openclaw onboard --non-interactive --mode local","--auth-choice custom-api-key","--custom-base-url http://127.0.0.1:8080/v1",`--custom-model-id "${model}"`,`--custom-provider-id ${provider}`,"--custom-compatibility openai","--custom-text-input","--accept-risk","--skip-health"].join(` \\
	`);return[start,{title:"Configure OpenClaw",setup:"npm install -g openclaw@latest",content:onboard},{title:"Send a message",content:'openclaw agent --local --agent main --message "Hello"'}]}var LOCAL_APP_SNIPPETS={"llama.cpp":llamaCpp,"node-llama-cpp":nodeLlamaCpp,vllm,sglang,"mlx-lm":mlxLm,tgi:textGenerationInference,localai:localAi,ollama:(model,filepath)=>`ollama run hf.co/${model.id}${quant(":",filepath)}`,unsloth,"docker-model-runner":dockerRun,lemonade,pi,"hermes-agent":hermesAgent,openclaw},LOCAL_APP_KEYS=["llama.cpp","node-llama-cpp","vllm","sglang","mlx-lm","tgi","lmstudio","localai","jan","atomic-chat","backyard","sanctum","jellybox","msty","recursechat","drawthings","diffusionbee","joyfusion","invoke","ollama","unsloth","docker-model-runner","lemonade","pi","hermes-agent","openclaw"],FACTS=local_apps_default,LOCAL_APPS=Object.fromEntries(LOCAL_APP_KEYS.map(key=>[key,buildApp(key,FACTS[key])]));function buildApp(key,{showWhen,deeplink=[],...facts}){const base={...facts,displayOnModelPage:model=>meetsCondition(model,showWhen)};return isSnippetApp(key)?{...base,snippet:LOCAL_APP_SNIPPETS[key]}:{...base,deeplink:(model,filepath)=>fillDeeplink(deeplink,model,filepath)}}function isSnippetApp(key){return Object.hasOwn(LOCAL_APP_SNIPPETS,key)}function fillDeeplink(links,model,filepath){const{url=""}=links.find(({when})=>when===void 0||meetsCondition(model,when))??{},template=filepath===void 0?url.replace(/\[.*?\]/g,""):url.replace(/[[\]]/g,"");return new URL(template.replace("{id}",()=>model.id).replace("{file}",()=>filepath??"{{GGUF_FILE}}"))}function adapterTransformers({id,config}){const base=config?.adapter_transformers?.model_name||import_chunk_5T7LMB7T.UNKNOWN_BASE_MODEL;return[import_chunk_5T7LMB7T.python`
			from adapters import AutoAdapterModel

			model = AutoAdapterModel.from_pretrained(${base})
			model.load_adapter(${id}, set_active=True)
		`]}function allennlp(model){const address=`hf://${model.id}`;return(0,import_chunk_5T7LMB7T.hasTag)(model,"question-answering")?[import_chunk_5T7LMB7T.python`
			import allennlp_models
			from allennlp.predictors.predictor import Predictor

			predictor = Predictor.from_path(${address})

			inputs = {
			    "passage": "The lighthouse was finished in 1872, after nine years of work.",
			    "question": "When was the lighthouse finished?",
			}
			predictions = predictor.predict_json(inputs)
		`]:[import_chunk_5T7LMB7T.python`
				import allennlp_models
				from allennlp.predictors.predictor import Predictor

				predictor = Predictor.from_path(${address})
			`]}var audio={asteroid:({id})=>[import_chunk_5T7LMB7T.python`
			from asteroid.models import BaseModel

			model = BaseModel.from_pretrained(${id})
		`],audioseal:({id})=>[import_chunk_5T7LMB7T.python`
			# Put an inaudible watermark into a recording
			import torch
			from audioseal import AudioSeal

			generator = AudioSeal.load_generator(${id})

			sample_rate = 16000
			wav = torch.randn(1, 1, 5 * sample_rate)  # (batch, channels, samples), here five seconds of noise

			watermark = generator.get_watermark(wav, sample_rate)
			watermarked_audio = wav + watermark
		`,import_chunk_5T7LMB7T.python`
			# Find out whether a recording carries the watermark
			from audioseal import AudioSeal

			detector = AudioSeal.load_detector(${id})
			result, message = detector.detect_watermark(watermarked_audio, sample_rate)
		`],fairseq:({id})=>[import_chunk_5T7LMB7T.python`
			from fairseq.checkpoint_utils import load_model_ensemble_and_task_from_hf_hub

			models, cfg, task = load_model_ensemble_and_task_from_hf_hub(${id})
		`],"kimi-audio":({id})=>[import_chunk_5T7LMB7T.python`
			# pip install git+https://github.com/MoonshotAI/Kimi-Audio.git
			import soundfile as sf
			from kimia_infer.api.kimia import KimiAudio

			model = KimiAudio(model_path=${id}, load_detokenizer=True)
			sampling = {
			    "audio_temperature": 0.8,
			    "audio_top_k": 10,
			    "text_temperature": 0.0,
			    "text_top_k": 5,
			}

			# Write down what is said
			messages = [
			    {"role": "user", "message_type": "text", "content": "Write down what you hear."},
			    {"role": "user", "message_type": "audio", "content": "path/to/speech.wav"},
			]
			_, transcript = model.generate(messages, **sampling, output_type="text")
			print(transcript)

			# Answer a spoken question, in words and aloud
			messages = [{"role": "user", "message_type": "audio", "content": "path/to/question.wav"}]
			wav, answer = model.generate(messages, **sampling, output_type="both")
			sf.write("answer.wav", wav.detach().cpu().view(-1).numpy(), 24000)
			print(answer)
		`],"stable-audio-tools":({id})=>[import_chunk_5T7LMB7T.python`
			import torch
			import torchaudio
			from einops import rearrange
			from stable_audio_tools import get_pretrained_model
			from stable_audio_tools.inference.generation import generate_diffusion_cond

			device = "cuda" if torch.cuda.is_available() else "cpu"
			model, model_config = get_pretrained_model(${id})
			sample_rate = model_config["sample_rate"]
			sample_size = model_config["sample_size"]
			model = model.to(device)

			conditioning = [{"prompt": "Slow waves rolling over pebbles"}]
			output = generate_diffusion_cond(
			    model,
			    conditioning=conditioning,
			    sample_size=sample_size,
			    device=device,
			)

			# The whole batch as one recording, as loud as 16 bits allow
			output = rearrange(output, "b d n -> d (b n)").to(torch.float32)
			output = output.div(torch.max(torch.abs(output))).clamp(-1, 1).mul(32767).to(torch.int16).cpu()
			torchaudio.save("output.wav", output, sample_rate)
		`]},KINDS=[{tag:"musicgen",class:"MusicGen",descriptions:import_chunk_5T7LMB7T.python`["slow waltz for accordion", "bright ska with trumpets", "harp over soft rain"]`},{tag:"audiogen",class:"AudioGen",descriptions:import_chunk_5T7LMB7T.python`["wind in tall grass", "a tram passing a square", "steps on a wooden stair"]`,settings:import_chunk_5T7LMB7T.python`model.set_generation_params(duration=5)  # seconds`},{tag:"magnet",class:"MAGNeT",descriptions:import_chunk_5T7LMB7T.python`["calm piano at night", "fast drums in five-four time", "a choir in a stone church"]`}];function audiocraft(model){const kind=KINDS.find(({tag})=>(0,import_chunk_5T7LMB7T.hasTag)(model,tag));if(!kind)return[import_chunk_5T7LMB7T.python`# Type of model unknown.`];const name=(0,import_chunk_5T7LMB7T.code)(kind.class),load3=(0,import_chunk_5T7LMB7T.lines)(import_chunk_5T7LMB7T.python`model = ${name}.get_pretrained(${model.id})`,kind.settings);return[import_chunk_5T7LMB7T.python`
			from audiocraft.models import ${name}

			${load3}

			descriptions = ${kind.descriptions}
			wav = model.generate(descriptions)  # one recording for each
		`]}var SIZES=new Map([["Small",{encoder:"vits",features:(0,import_chunk_5T7LMB7T.code)("64"),channels:(0,import_chunk_5T7LMB7T.code)("[48, 96, 192, 384]")}],["Base",{encoder:"vitb",features:(0,import_chunk_5T7LMB7T.code)("128"),channels:(0,import_chunk_5T7LMB7T.code)("[96, 192, 384, 768]")}],["Large",{encoder:"vitl",features:(0,import_chunk_5T7LMB7T.code)("256"),channels:(0,import_chunk_5T7LMB7T.code)("[256, 512, 1024, 1024]")}]]),UNKNOWN_SIZE={encoder:"<ENCODER>",features:(0,import_chunk_5T7LMB7T.code)('"<NUMBER_OF_FEATURES>"'),channels:(0,import_chunk_5T7LMB7T.code)('"<OUT_CHANNELS>"')},OFFICIAL="depth-anything/Depth-Anything-V2-";function depthAnythingV2({id}){const known=id.startsWith(OFFICIAL)?SIZES.get(id.slice(OFFICIAL.length)):void 0,{encoder,features,channels}=known??UNKNOWN_SIZE;return[import_chunk_5T7LMB7T.python`
			# First install the code from https://github.com/DepthAnything/Depth-Anything-V2
			import cv2
			import torch
			from depth_anything_v2.dpt import DepthAnythingV2
			from huggingface_hub import hf_hub_download

			model = DepthAnythingV2(encoder=${encoder}, features=${features}, out_channels=${channels})

			weights_path = hf_hub_download(
			    repo_id=${id},
			    filename=${`depth_anything_v2_${encoder}.pth`},
			    repo_type="model",
			)
			model.load_state_dict(torch.load(weights_path, map_location="cpu"))
			model.eval()

			image = cv2.imread("path/to/image.jpg")
			depth = model.infer_image(image)  # height x width
		`]}var DOCUMENTATION_IMAGES="https://huggingface.co/datasets/huggingface/documentation-images/resolve/main",DIFFUSERS_IMAGES="https://huggingface.co/datasets/diffusers/diffusers-images-docs/resolve/main",INPAINTING_IMAGES="https://raw.githubusercontent.com/CompVis/latent-diffusion/main/data/inpainting_examples/overture-creations-5sI6fQgYIuo",CAT=`${DOCUMENTATION_IMAGES}/diffusers/cat.png`,MAN_WITH_GUITAR=`${DOCUMENTATION_IMAGES}/diffusers/guitar-man.png`,CANDY=`${DOCUMENTATION_IMAGES}/p-blog/candy.JPG`,PARROTS=`${DOCUMENTATION_IMAGES}/hub/parrots.png`,CUP=`${DIFFUSERS_IMAGES}/cup.png`,CUP_MASK=`${DIFFUSERS_IMAGES}/cup_mask.png`,INPAINTING=`${INPAINTING_IMAGES}.png`,INPAINTING_MASK=`${INPAINTING_IMAGES}_mask.png`,COCO_CATS="http://images.cocodataset.org/val2017/000000039769.jpg";function diffusers(model){const recipe=buildDiffusersRecipe(model),{pipeline,part,utilities}=recipe,imports=(0,import_chunk_5T7LMB7T.lines)(recipe.usesTorch&&import_chunk_5T7LMB7T.python`import torch`,import_chunk_5T7LMB7T.python`from diffusers import ${(0,import_chunk_5T7LMB7T.code)(part?`${part.class}, ${pipeline}`:pipeline)}`,utilities&&import_chunk_5T7LMB7T.python`from diffusers.utils import ${utilities}`),load3=import_chunk_5T7LMB7T.python`pipe = ${(0,import_chunk_5T7LMB7T.code)(pipeline)}.from_pretrained(${recipe.arguments})`,loadAll=(0,import_chunk_5T7LMB7T.lines)(part?.load,load3,recipe.adapt);return[import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.code)([imports,loadAll,...recipe.blocks].map(({content})=>content).join(`

`))}`]}var MOVE_TO_CUDA=import_chunk_5T7LMB7T.python`pipe.to("cuda")  # "mps" on a Mac`;function buildDiffusersRecipe(model){const{id}=model;if((0,import_chunk_5T7LMB7T.hasTag)(model,"StableDiffusionInpaintPipeline")||(0,import_chunk_5T7LMB7T.hasTag)(model,"StableDiffusionXLInpaintPipeline"))return inpaint(id);if((0,import_chunk_5T7LMB7T.hasTag)(model,"controlnet"))return{pipeline:"StableDiffusionControlNetPipeline",part:{class:"ControlNetModel",load:import_chunk_5T7LMB7T.python`controlnet = ControlNetModel.from_pretrained(${id})`},arguments:import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.readBaseModel)(model)}, controlnet=controlnet`,blocks:[]};if((0,import_chunk_5T7LMB7T.hasTag)(model,"lora"))return applyLora(model);if((0,import_chunk_5T7LMB7T.hasTag)(model,"textual_inversion"))return{pipeline:"DiffusionPipeline",arguments:import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.readBaseModel)(model)}`,adapt:import_chunk_5T7LMB7T.python`pipe.load_textual_inversion(${id})`,blocks:[]};if((0,import_chunk_5T7LMB7T.hasTag)(model,"FluxFillPipeline"))return fill(id);const plain={pipeline:"DiffusionPipeline",arguments:import_chunk_5T7LMB7T.python`${id}`};return model.pipeline_tag==="image-to-video"?{...plain,...filmImage(model),arguments:import_chunk_5T7LMB7T.python`${id}, torch_dtype=torch.float16`,usesTorch:!0,adapt:MOVE_TO_CUDA}:model.pipeline_tag==="image-to-image"?{...plain,...editImage(model)}:{...plain,...drawImage(model)}}function applyLora(model){return{pipeline:"DiffusionPipeline",arguments:import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.readBaseModel)(model)}`,adapt:import_chunk_5T7LMB7T.python`pipe.load_lora_weights(${model.id})`,...chooseLoraRun(model)}}function chooseLoraRun(model){return model.pipeline_tag==="image-to-image"?editImage(model):model.pipeline_tag==="image-to-video"?filmImage(model):model.pipeline_tag==="text-to-video"?filmText(model):drawImage(model)}function drawImage(model){const prompt=(0,import_chunk_5T7LMB7T.readPrompt)(model,"An astronaut in a jungle, muted colours, fine detail");return{blocks:[import_chunk_5T7LMB7T.python`
				prompt = ${prompt}
				image = pipe(prompt).images[0]
			`]}}function editImage(model){return{utilities:(0,import_chunk_5T7LMB7T.code)("load_image"),blocks:[import_chunk_5T7LMB7T.python`
				prompt = ${(0,import_chunk_5T7LMB7T.readPrompt)(model,"Turn this cat into a dog")}
				input_image = load_image(${CAT})
				image = pipe(image=input_image, prompt=prompt).images[0]
			`]}}var GUITAR_PROMPT="A man plays a red electric guitar in the rain";function filmImage(model){return{utilities:(0,import_chunk_5T7LMB7T.code)("export_to_video, load_image"),blocks:[import_chunk_5T7LMB7T.python`
				prompt = ${(0,import_chunk_5T7LMB7T.readPrompt)(model,GUITAR_PROMPT)}
				image = load_image(${MAN_WITH_GUITAR})
				frames = pipe(image=image, prompt=prompt).frames[0]
				export_to_video(frames, "output.mp4")
			`]}}function filmText(model){return{utilities:(0,import_chunk_5T7LMB7T.code)("export_to_video"),blocks:[import_chunk_5T7LMB7T.python`
				prompt = ${(0,import_chunk_5T7LMB7T.readPrompt)(model,GUITAR_PROMPT)}
				frames = pipe(prompt=prompt).frames[0]
				export_to_video(frames, "output.mp4")
			`]}}function inpaint(id){return{pipeline:"AutoPipelineForInpainting",arguments:import_chunk_5T7LMB7T.python`${id}, torch_dtype=torch.float16, variant="fp16"`,usesTorch:!0,utilities:(0,import_chunk_5T7LMB7T.code)("load_image"),adapt:MOVE_TO_CUDA,blocks:[import_chunk_5T7LMB7T.python`
				image = load_image(${INPAINTING}).resize((1024, 1024))
				mask_image = load_image(${INPAINTING_MASK}).resize((1024, 1024))
				prompt = "a fox asleep on a park bench"
				generator = torch.Generator(device="cuda").manual_seed(0)
			`,import_chunk_5T7LMB7T.python`
				image = pipe(
				    prompt=prompt,
				    image=image,
				    mask_image=mask_image,
				    guidance_scale=8.0,
				    num_inference_steps=20,
				    strength=0.99,  # below 1.0, so that something of the picture is kept
				    generator=generator,
				).images[0]
			`]}}function fill(id){return{pipeline:"FluxFillPipeline",arguments:import_chunk_5T7LMB7T.python`${id}, torch_dtype=torch.bfloat16`,usesTorch:!0,utilities:(0,import_chunk_5T7LMB7T.code)("load_image"),adapt:MOVE_TO_CUDA,blocks:[import_chunk_5T7LMB7T.python`
				image = load_image(${CUP})
				mask_image = load_image(${CUP_MASK})
			`,import_chunk_5T7LMB7T.python`
				image = pipe(
				    prompt="a blue stripe around the cup",
				    image=image,
				    mask_image=mask_image,
				    height=1632,
				    width=1232,
				    guidance_scale=30,
				    num_inference_steps=50,
				    max_sequence_length=512,
				    generator=torch.Generator("cpu").manual_seed(0),
				).images[0]
				image.save("flux-fill-dev.png")
			`]}}var diffusion={"phantom-wan":({id})=>[import_chunk_5T7LMB7T.python`
			from huggingface_hub import snapshot_download
			from phantom_wan import WANI2V, configs

			checkpoint_dir = snapshot_download(${id})
			wan_i2v = WANI2V(
			    config=configs.WAN_CONFIGS["i2v-14B"],
			    checkpoint_dir=checkpoint_dir,
			)

			text_prompt = "A paper boat drifts down a stream"
			image_prompt = "path/to/image.png"
			video = wan_i2v.generate(text_prompt, image_prompt)
		`],sana:({id})=>[import_chunk_5T7LMB7T.python`
			import torch
			from app.sana_pipeline import SanaPipeline
			from torchvision.utils import save_image

			sana = SanaPipeline("configs/sana_config/1024ms/Sana_1600M_img1024.yaml")
			sana.from_pretrained(${`hf://${id}`})

			with torch.no_grad():
			    image = sana(
			        prompt="a lighthouse built of sea glass",
			        height=1024,
			        width=1024,
			        guidance_scale=5.0,
			        pag_guidance_scale=2.0,
			        num_inference_steps=18,
			    )
			save_image(image, "sana.png", nrow=1, normalize=True, value_range=(-1, 1))
		`],"seed-story":()=>[import_chunk_5T7LMB7T.python`
			import hydra
			from omegaconf import OmegaConf

			# Copies of
			# https://github.com/TencentARC/SEED-Story/blob/master/configs/clm_models/llama2chat7b_lora.yaml
			# https://github.com/TencentARC/SEED-Story/blob/master/configs/clm_models/agent_7b_sft.yaml
			llm_cfg_path = "configs/clm_models/llama2chat7b_lora.yaml"
			seed_story_cfg_path = "configs/clm_models/agent_7b_sft.yaml"

			llm_cfg = OmegaConf.load(llm_cfg_path)
			llm = hydra.utils.instantiate(llm_cfg, torch_dtype="fp16")

			seed_story_cfg = OmegaConf.load(seed_story_cfg_path)
			seed_story = hydra.utils.instantiate(seed_story_cfg, llm=llm)
		`]};function diffusionkit(model){const isFlux=(0,import_chunk_5T7LMB7T.hasTag)(model,"flux");return[isFlux?loadFlux(model.id):loadStableDiffusion(model.id),import_chunk_5T7LMB7T.python`
			HEIGHT = 512
			WIDTH = 512
			NUM_STEPS = ${isFlux?4:50}
			CFG_WEIGHT = ${isFlux?0:5}

			image, _ = pipeline.generate_image(
			    "a fishing village in the first light of day",
			    cfg_weight=CFG_WEIGHT,
			    num_steps=NUM_STEPS,
			    latent_size=(HEIGHT // 8, WIDTH // 8),
			)
		`]}function loadFlux(id){return import_chunk_5T7LMB7T.python`
		from diffusionkit.mlx import FluxPipeline

		pipeline = FluxPipeline(
		    shift=1.0,
		    model_version=${id},
		    low_memory_mode=True,
		    a16=True,
		    w16=True,
		)
	`}function loadStableDiffusion(id){return import_chunk_5T7LMB7T.python`
		from diffusionkit.mlx import DiffusionPipeline

		pipeline = DiffusionPipeline(
		    shift=3.0,
		    use_t5=False,
		    model_version=${id},
		    low_memory_mode=True,
		    a16=True,
		    w16=True,
		)
	`}function edsnlp(model){const name=(0,import_chunk_5T7LMB7T.readName)(model).replaceAll("-","_"),install2=(0,import_chunk_5T7LMB7T.code)(`# pip install git+https://huggingface.co/${(0,import_chunk_5T7LMB7T.encodePath)(model.id)}`);return[import_chunk_5T7LMB7T.python`
			import edsnlp

			nlp = edsnlp.load(${model.id})
		`.named("load"),((0,import_chunk_5T7LMB7T.isPythonName)(name)?import_chunk_5T7LMB7T.python`
				# Install the model as a package first:
				${install2}

				import ${(0,import_chunk_5T7LMB7T.code)(name)}

				nlp = ${(0,import_chunk_5T7LMB7T.code)(name)}.load()  # edsnlp.load(${name}) does the same
			`:import_chunk_5T7LMB7T.python`
				# Install the model as a package first:
				${install2}

				import edsnlp

				nlp = edsnlp.load(${name})
			`).named("package")]}function espnet(model){return(0,import_chunk_5T7LMB7T.hasTag)(model,"text-to-speech")?[import_chunk_5T7LMB7T.python`
				from espnet2.bin.tts_inference import Text2Speech

				model = Text2Speech.from_pretrained(${model.id})
				speech, *_ = model("The night train leaves at ten.")
			`]:(0,import_chunk_5T7LMB7T.hasTag)(model,"automatic-speech-recognition")?[import_chunk_5T7LMB7T.python`
				import soundfile
				from espnet2.bin.asr_inference import Speech2Text

				model = Speech2Text.from_pretrained(${model.id})
				speech, rate = soundfile.read("path/to/speech.wav")
				text, *_ = model(speech)[0]
			`]:[(0,import_chunk_5T7LMB7T.text)("unknown model type (must be text-to-speech or automatic-speech-recognition)")]}var frameworks={fastai:({id})=>[import_chunk_5T7LMB7T.python`
			from huggingface_hub import from_pretrained_fastai

			learner = from_pretrained_fastai(${id})
		`],keras:({id})=>[import_chunk_5T7LMB7T.python`
			# "jax", "torch" or "tensorflow"; to be set before keras is imported
			import os

			os.environ["KERAS_BACKEND"] = "jax"

			import keras

			model = keras.saving.load_model(${`hf://${id}`})
		`],kernels:({id})=>[import_chunk_5T7LMB7T.python`
			# pip install kernels
			from kernels import get_kernel

			kernel = get_kernel(${id})
		`],mobilint:model=>[import_chunk_5T7LMB7T.python`
			# pip install mblt-model-zoo
			from mblt_model_zoo.vision import MBLT_Engine

			model = MBLT_Engine(
			    model_cls=${(0,import_chunk_5T7LMB7T.readName)(model)},
			    model_type="DEFAULT",
			    model_path="",
			    core_mode="global8",
			)
			try:
			    inputs = model.preprocess("path/to/image.jpg")
			    output = model(inputs)
			    result = model.postprocess(output)
			finally:
			    model.dispose()
		`],"tf-keras":({id})=>[import_chunk_5T7LMB7T.python`
			# Needs keras<3.x or tf_keras, see https://github.com/keras-team/tf-keras
			from huggingface_hub import from_pretrained_keras

			model = from_pretrained_keras(${id})
		`]},__freeze=Object.freeze,__defProp2=Object.defineProperty,__template=(cooked,raw)=>__freeze(__defProp2(cooked,"raw",{value:__freeze(raw||cooked.slice())})),_a,_b,_c,_d,CONTEXTTAB={repository:"contexttab",module:(0,import_chunk_5T7LMB7T.code)("contexttab"),classifier:(0,import_chunk_5T7LMB7T.code)("ConTextTabClassifier"),regressor:(0,import_chunk_5T7LMB7T.code)("ConTextTabRegressor"),settings:(0,import_chunk_5T7LMB7T.code)('checkpoint="l2/base.pt", checkpoint_revision="v1.0.0", bagging=1, max_context_size=2048')},SAP_RPT={repository:"sap-rpt-1-oss",module:(0,import_chunk_5T7LMB7T.code)("sap_rpt_oss"),classifier:(0,import_chunk_5T7LMB7T.code)("SAP_RPT_OSS_Classifier"),regressor:(0,import_chunk_5T7LMB7T.code)("SAP_RPT_OSS_Regressor"),settings:(0,import_chunk_5T7LMB7T.code)("max_context_size=8192, bagging=8")},FLEXTAB={repository:"flextab",module:(0,import_chunk_5T7LMB7T.code)("flextab"),classifier:(0,import_chunk_5T7LMB7T.code)("FlexTabClassifier"),regressor:(0,import_chunk_5T7LMB7T.code)("FlexTabRegressor"),settings:(0,import_chunk_5T7LMB7T.code)("max_context_size=8192, bagging=8")};function contexttab(){return[install(CONTEXTTAB),classify(CONTEXTTAB),regress(CONTEXTTAB)]}function sapRpt1Oss(){return[install(SAP_RPT),classify(SAP_RPT),regress(SAP_RPT)]}function flextab(){return[install(FLEXTAB),classify(FLEXTAB),regress(FLEXTAB),match()]}function install({repository}){return(0,import_chunk_5T7LMB7T.sh)(_a||(_a=__template(["pip install ",""])),"git+https://github.com/SAP-samples/".concat(repository))}function classify({module:module2,classifier,settings}){return(0,import_chunk_5T7LMB7T.python)(_b||(_b=__template([`
		# Classification
		from sklearn.datasets import load_breast_cancer
		from sklearn.metrics import accuracy_score
		from sklearn.model_selection import train_test_split
		from `," import ",`

		X, y = load_breast_cancer(return_X_y=True)
		X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=42)

		clf = `,"(",`)
		clf.fit(X_train, y_train)

		probabilities = clf.predict_proba(X_test)
		predictions = clf.predict(X_test)
		print("Accuracy:", accuracy_score(y_test, predictions))
	`])),module2,classifier,classifier,settings)}function regress({module:module2,regressor,settings}){return(0,import_chunk_5T7LMB7T.python)(_c||(_c=__template([`
		# Regression
		from sklearn.datasets import fetch_openml
		from sklearn.metrics import r2_score
		from sklearn.model_selection import train_test_split
		from `," import ",`

		df = fetch_openml(data_id=531, as_frame=True)
		X_train, X_test, y_train, y_test = train_test_split(
		    df.data, df.target.astype(float), test_size=0.5, random_state=42
		)

		regressor = `,"(",`)
		regressor.fit(X_train, y_train)

		predictions = regressor.predict(X_test)
		print("R\xB2:", r2_score(y_test, predictions))
	`])),module2,regressor,regressor,settings)}function match(){return(0,import_chunk_5T7LMB7T.python)(_d||(_d=__template([`
		# Matching: which rows of two tables mean the same thing
		from flextab import FlexTabMatcher
		from flextab.utils.test_utils import load_febrl4

		left_train, left_test, right_train, right_test, y_train, y_test = load_febrl4()

		matcher = FlexTabMatcher(max_context_size=8192, bagging=1)
		matcher.fit(left_train, right_train, y_train)
		predictions = matcher.predict(left_test, right_test)

		# For scores instead of decisions:
		# from sklearn.metrics import roc_auc_score
		# probabilities = matcher.predict_proba_matching(left_test, right_test)
		# print("ROC AUC:", roc_auc_score(y_test, probabilities))
	`])))}var SAMPLES=new Map([["CausalLM",writeText],["TextToImage",drawImage2],["TextClassifier",classifyText],["ImageClassifier",classifyImage]]);function kerasHub({id,config}){const preset=`hf://${id}`,listed=config?.keras_hub?.tasks,tasks=Array.isArray(listed)?listed:[],sampled=[...SAMPLES].filter(([task])=>tasks.includes(task)).map(([,sample])=>sample(preset)),others=tasks.filter(task=>!SAMPLES.has(task)).map(import_chunk_5T7LMB7T.readClassName).filter(task=>task!==void 0);return[...sampled,...others.map(task=>load(task,preset)),loadBackbone(preset)]}function load(task,preset){return import_chunk_5T7LMB7T.python`
		import keras_hub

		task = keras_hub.models.${(0,import_chunk_5T7LMB7T.code)(task)}.from_preset(${preset})
	`}function loadBackbone(preset){return import_chunk_5T7LMB7T.python`
		import keras_hub

		# The model without a task on top
		backbone = keras_hub.models.Backbone.from_preset(${preset})
	`}function writeText(preset){return import_chunk_5T7LMB7T.python`
		import keras_hub

		causal_lm = keras_hub.models.CausalLM.from_preset(${preset}, dtype="bfloat16")
		causal_lm.compile(sampler="greedy")  # takes the likeliest word every time
		causal_lm.generate("The best thing about rain is", max_length=64)
	`}function drawImage2(preset){return import_chunk_5T7LMB7T.python`
		import keras_hub

		text_to_image = keras_hub.models.TextToImage.from_preset(${preset}, dtype="bfloat16")
		text_to_image.generate("A heron at the edge of a misty lake")
	`}function classifyText(preset){return import_chunk_5T7LMB7T.python`
		import keras_hub

		text_classifier = keras_hub.models.TextClassifier.from_preset(${preset}, num_classes=2)

		# Train on texts of your own
		text_classifier.fit(x=["I would watch it again.", "I left before the end."], y=[1, 0])

		text_classifier.predict(["Not a minute too long."])
	`}function classifyImage(preset){return import_chunk_5T7LMB7T.python`
		import keras
		import keras_hub

		image_classifier = keras_hub.models.ImageClassifier.from_preset(${preset}, num_classes=2)

		# Train on images of your own
		image_classifier.fit(
		    x=keras.random.randint((32, 64, 64, 3), 0, 256),
		    y=keras.random.randint((32, 1), 0, 2),
		)

		image_classifier.predict(keras.random.randint((1, 64, 64, 3), 0, 256))
	`}var BASE_MODEL="lerobot/smolvla_base";function lerobot(model){if(!(0,import_chunk_5T7LMB7T.hasTag)(model,"smolvla"))return[];const snippets=[INSTALL,train(model.id)];return model.id===BASE_MODEL?snippets:[...snippets,record(model.id)]}var INSTALL=import_chunk_5T7LMB7T.sh`
	# More ways: https://github.com/huggingface/lerobot?tab=readme-ov-file#installation
	git clone https://github.com/huggingface/lerobot.git
	cd lerobot
	pip install -e ".[smolvla]"
`;function train(id){return import_chunk_5T7LMB7T.sh`
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
	`}function record(id){return import_chunk_5T7LMB7T.sh`
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
	`}function lightningIr(model){return(0,import_chunk_5T7LMB7T.hasTag)(model,"bi-encoder")?[score("BiEncoderModule",loadAs("BiEncoderModule",model))]:(0,import_chunk_5T7LMB7T.hasTag)(model,"cross-encoder")?[score("CrossEncoderModule",loadAs("CrossEncoderModule",model))]:[score("BiEncoderModule, CrossEncoderModule",import_chunk_5T7LMB7T.python`
				# One of the two, the record does not tell which
				${loadAs("BiEncoderModule",model)}
				# ${loadAs("CrossEncoderModule",model)}
			`)]}function loadAs(className,{id}){return import_chunk_5T7LMB7T.python`model = ${(0,import_chunk_5T7LMB7T.code)(className)}(${id})`}function score(imports,load3){return import_chunk_5T7LMB7T.python`
		# First install the code from https://github.com/webis-de/lightning-ir
		from lightning_ir import ${(0,import_chunk_5T7LMB7T.code)(imports)}

		${load3}
		output = model.score("query", ["doc1", "doc2", "doc3"])
	`}function llamaCppPython(model){return[import_chunk_5T7LMB7T.python`
			# !pip install llama-cpp-python

			from llama_cpp import Llama

			llm = Llama.from_pretrained(
				repo_id=${model.id},
				filename="{{GGUF_FILE}}",
			)

		`,(0,import_chunk_5T7LMB7T.hasTag)(model,"conversational")?import_chunk_5T7LMB7T.python`
				llm.create_chat_completion(
					messages = ${(0,import_chunk_5T7LMB7T.code)(JSON.stringify(findMessages(model),null,"	"))}
				)
			`:import_chunk_5T7LMB7T.python`
				output = llm(
					"Once upon a time,",
					max_tokens=512,
					echo=True
				)
				print(output)
			`]}function findMessages(model){const input=(0,import_chunk_5T7LMB7T.findExampleInput)(model)??import_chunk_5T7LMB7T.NO_EXAMPLE;return Array.isArray(input)?input:[{role:"user",content:typeof input=="string"?input:JSON.stringify(input)}]}function ltx(model){const folder=`models/${(0,import_chunk_5T7LMB7T.readName)(model)}`;return[INSTALL2,download(model.id,folder),...run(model,folder)]}var INSTALL2=import_chunk_5T7LMB7T.sh`
	git clone https://github.com/Lightricks/LTX-2.git
	cd LTX-2
	uv sync --frozen
`;function download(id,folder){return import_chunk_5T7LMB7T.sh`
		hf download --local-dir ${folder} ${(0,import_chunk_5T7LMB7T.operand)(id)}
		hf download --local-dir models/gemma-3-12b google/gemma-3-12b-it-qat-q4_0-unquantized
	`}function run(model,folder){return(0,import_chunk_5T7LMB7T.hasTag)(model,"ic-lora")?[followVideo(folder)]:(0,import_chunk_5T7LMB7T.hasTag)(model,"lora")?[runLora(folder)]:[runDistilled(folder),runTwoStages(folder)]}function followVideo(folder){return import_chunk_5T7LMB7T.sh`
		# Video from a text and a reference video
		uv run python -m ltx_pipelines.ic_lora \
		  --distilled-checkpoint-path "models/<distilled-checkpoint>.safetensors" \
		  --spatial-upsampler-path "models/<spatial-upsampler>.safetensors" \
		  --gemma-root models/gemma-3-12b \
		  --lora ${`${folder}/<weights>.safetensors`} 1.0 \
		  --video-conditioning reference.mp4 1.0 \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`}function runLora(folder){return import_chunk_5T7LMB7T.sh`
		# Video from a text; for a video from an image add --image path/to/image.jpg 0 0.8
		uv run python -m ltx_pipelines.ti2vid_two_stages_hq \
		  --checkpoint-path "models/<checkpoint>.safetensors" \
		  --distilled-lora "models/<distilled-lora>.safetensors" 0.8 \
		  --spatial-upsampler-path "models/<spatial-upsampler>.safetensors" \
		  --gemma-root models/gemma-3-12b \
		  --lora ${`${folder}/<weights>.safetensors`} 1.0 \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`}function runDistilled(folder){return import_chunk_5T7LMB7T.sh`
		# Fast. For a video from an image add --image path/to/image.jpg 0 0.8
		uv run python -m ltx_pipelines.distilled \
		  --distilled-checkpoint-path ${`${folder}/<distilled-checkpoint>.safetensors`} \
		  --spatial-upsampler-path ${`${folder}/<spatial-upsampler>.safetensors`} \
		  --gemma-root models/gemma-3-12b \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`}function runTwoStages(folder){return import_chunk_5T7LMB7T.sh`
		# Finer. For a video from an image add --image path/to/image.jpg 0 0.8
		uv run python -m ltx_pipelines.ti2vid_two_stages_hq \
		  --checkpoint-path ${`${folder}/<checkpoint>.safetensors`} \
		  --distilled-lora ${`${folder}/<distilled-lora>.safetensors`} 0.8 \
		  --spatial-upsampler-path ${`${folder}/<spatial-upsampler>.safetensors`} \
		  --gemma-root models/gemma-3-12b \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`}function mlx(model){return model.pipeline_tag==="image-text-to-text"?[describeImage(model)]:model.pipeline_tag!=="text-generation"?[download2(model)]:[(0,import_chunk_5T7LMB7T.hasTag)(model,"conversational")?chat(model):continueText(model)]}function describeImage({id}){return import_chunk_5T7LMB7T.python`
		# pip install --upgrade mlx-vlm
		from mlx_vlm import generate, load
		from mlx_vlm.prompt_utils import apply_chat_template
		from mlx_vlm.utils import load_config

		model, processor = load(${id})
		config = load_config(${id})

		image = [${COCO_CATS}]
		prompt = "What is in this picture?"
		formatted_prompt = apply_chat_template(processor, config, prompt, num_images=1)

		output = generate(model, processor, formatted_prompt, image)
		print(output)
	`}function chat({id}){return import_chunk_5T7LMB7T.python`
		# pip install --upgrade mlx-lm
		from mlx_lm import generate, load

		model, tokenizer = load(${id})

		messages = [{"role": "user", "content": "Tell me a story about a lighthouse."}]
		prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True)

		text = generate(model, tokenizer, prompt=prompt, verbose=True)
	`}function continueText({id}){return import_chunk_5T7LMB7T.python`
		# pip install --upgrade mlx-lm
		# On a machine with CUDA also: pip install "mlx[cuda]"
		from mlx_lm import generate, load

		model, tokenizer = load(${id})

		prompt = "On a clear night you can see"
		text = generate(model, tokenizer, prompt=prompt, verbose=True)
	`}function download2(model){const name=(0,import_chunk_5T7LMB7T.readName)(model),folder=name.startsWith("-")?`./${name}`:name;return import_chunk_5T7LMB7T.sh`
		pip install "huggingface_hub[hf_xet]"
		hf download --local-dir ${folder} ${(0,import_chunk_5T7LMB7T.operand)(model.id)}
	`}function moshi({id}){return id.includes("-mlx")?[runOnMlx(id)]:id.includes("-candle")?[USE_RUST]:[serve(id),encode(id)]}function runOnMlx(id){const quantization=(0,import_chunk_5T7LMB7T.code)(id.includes("-q4")?" -q 4":id.includes("-q8")?" -q 8":"");return import_chunk_5T7LMB7T.sh`
		# pip install moshi_mlx
		python -m moshi_mlx.local${quantization} --hf-repo ${id}

		# The same with a page in the browser
		python -m moshi_mlx.local_web${quantization} --hf-repo ${id}
	`}var USE_RUST=import_chunk_5T7LMB7T.sh`
	# pip install rustymimi
	# The program in Rust is built and run as https://github.com/kyutai-labs/moshi says
`;function serve(id){return import_chunk_5T7LMB7T.sh`
		# pip install moshi
		# Then open https://localhost:8998 in the browser
		python -m moshi.server --hf-repo ${id}
	`}function encode(id){return import_chunk_5T7LMB7T.python`
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
	`}function multimolecule(model){const sample=(0,import_chunk_5T7LMB7T.readWidgetText)(model),predict2=sample?predictWith(model,sample):void 0;return[import_chunk_5T7LMB7T.sh`pip install multimolecule`,embed(model,sample??""),...predict2?[predict2]:[]]}function embed(model,sample){const sequence=sample.replace((0,import_chunk_5T7LMB7T.readMask)(model,"<mask>"),"A"),load3=import_chunk_5T7LMB7T.python`
		from multimolecule import AutoModel, AutoTokenizer

		tokenizer = AutoTokenizer.from_pretrained(${model.id})
		model = AutoModel.from_pretrained(${model.id})
	`;if(!sequence)return load3;const run2=import_chunk_5T7LMB7T.python`

		inputs = tokenizer(${sequence}, return_tensors="pt")
		outputs = model(**inputs)
		embeddings = outputs.last_hidden_state
	`;return import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.lines)(load3,run2)}`}function predictWith(model,sample){if((0,import_chunk_5T7LMB7T.hasTag)(model,"rna-secondary-structure"))return import_chunk_5T7LMB7T.python`
			import multimolecule  # makes the pipeline known
			from transformers import pipeline

			predictor = pipeline("rna-secondary-structure", model=${model.id})
			output = predictor(${sample})
			print(output["secondary_structure"])
		`;if(model.pipeline_tag==="fill-mask")return import_chunk_5T7LMB7T.python`
			import multimolecule  # makes the models known
			from transformers import pipeline

			predictor = pipeline("fill-mask", model=${model.id})
			output = predictor(${sample})
		`}function nemo(model){return(0,import_chunk_5T7LMB7T.hasTag)(model,"automatic-speech-recognition")?[import_chunk_5T7LMB7T.python`
			import nemo.collections.asr as nemo_asr

			asr_model = nemo_asr.models.ASRModel.from_pretrained(${model.id})
			transcriptions = asr_model.transcribe(["file.wav"])
		`]:[import_chunk_5T7LMB7T.python`# tag did not correspond to a valid NeMo domain.`]}function outetts(model){if((0,import_chunk_5T7LMB7T.hasTag)(model,"gguf")||(0,import_chunk_5T7LMB7T.hasTag)(model,"onnx"))return[];const name=model.id.includes("/")?import_chunk_5T7LMB7T.python`${model.id}.split("/", 1)[1]`:import_chunk_5T7LMB7T.python`${model.id}`;return[import_chunk_5T7LMB7T.python`
			import outetts

			version = outetts.Models(${name})
			config = outetts.ModelConfig.auto_config(version, outetts.Backend.HF)
			interface = outetts.Interface(config)

			speaker = interface.load_default_speaker("EN-FEMALE-1-NEUTRAL")
			output = interface.generate(
			    outetts.GenerationConfig(
			        text="Good evening, here is the weather for the coast.",
			        speaker=speaker,
			    )
			)
			output.save("output.wav")
		`]}var __freeze2=Object.freeze,__defProp22=Object.defineProperty,__template2=(cooked,raw)=>__freeze2(__defProp22(cooked,"raw",{value:__freeze2(raw||cooked.slice())})),_a2,_b2,_c2;function paddlenlp({id,config}){const architecture=(0,import_chunk_5T7LMB7T.readClassName)(config?.architectures?.[0]),className=architecture??"AutoModel";return[(0,import_chunk_5T7LMB7T.python)(_c2||(_c2=__template2(["",""])),(0,import_chunk_5T7LMB7T.lines)(architecture?void 0:(0,import_chunk_5T7LMB7T.python)(_a2||(_a2=__template2(["# \u26A0\uFE0F Type of model unknown"]))),(0,import_chunk_5T7LMB7T.python)(_b2||(_b2=__template2([`
				from paddlenlp.transformers import AutoTokenizer, `,`

				tokenizer = AutoTokenizer.from_pretrained(`,`, from_hf_hub=True)
				model = `,".from_pretrained(",`, from_hf_hub=True)
			`])),(0,import_chunk_5T7LMB7T.code)((0,import_chunk_5T7LMB7T.findImportName)(className)),id,(0,import_chunk_5T7LMB7T.code)(className),id)))]}var __freeze3=Object.freeze,__defProp3=Object.defineProperty,__template3=(cooked,raw)=>__freeze3(__defProp3(cooked,"raw",{value:__freeze3(raw||cooked.slice())})),_a3,_b3,_c3,_d2,CLASSES=new Map([["textline_detection","TextDetection"],["textline_recognition","TextRecognition"],["seal_text_detection","SealTextDetection"],["doc_img_unwarping","TextImageUnwarping"],["doc_img_orientation_classification","DocImgOrientationClassification"],["textline_orientation_classification","TextLineOrientationClassification"],["chart_parsing","ChartParsing"],["formula_recognition","FormulaRecognition"],["layout_detection","LayoutDetection"],["table_cells_detection","TableCellsDetection"],["wired_table_classification","TableClassification"],["table_structure_recognition","TableStructureRecognition"]]),INSTALL3=(0,import_chunk_5T7LMB7T.code)(`# 1. Install paddlepaddle: https://www.paddlepaddle.org.cn/en/install
# 2. pip install paddleocr`);function paddleOcr(model){if((0,import_chunk_5T7LMB7T.hasTag)(model,"doc_vlm"))return[askDocument(model)];if((0,import_chunk_5T7LMB7T.hasTag)(model,"document-parse"))return[parseDocument(model)];const className=(0,import_chunk_5T7LMB7T.readTags)(model).map(tag=>CLASSES.get(tag)).find(name=>name!==void 0);return[className?predict(model,className):SEE_OVERVIEW]}var SEE_OVERVIEW=(0,import_chunk_5T7LMB7T.python)(_a3||(_a3=__template3([`
	# How to use this model is told in the overview of modules:
	# https://paddlepaddle.github.io/PaddleOCR/latest/en/version3.x/module_usage/module_overview.html
`])));function askDocument(model){return(0,import_chunk_5T7LMB7T.python)(_b3||(_b3=__template3([`
		`,`
		from paddleocr import DocVLM

		model = DocVLM(model_name=`,`)
		output = model.predict(
		    input={"image": "path/to/image.png", "query": "Show this table as Markdown."},
		    batch_size=1,
		)
		for res in output:
		    res.print()
		    res.save_to_json(save_path="./output/res.json")
	`])),INSTALL3,(0,import_chunk_5T7LMB7T.readName)(model))}function parseDocument({id}){return(0,import_chunk_5T7LMB7T.python)(_c3||(_c3=__template3([`
		# https://www.paddleocr.ai/latest/version3.x/pipeline_usage/PaddleOCR-VL.html
		`,`
		from paddleocr import PaddleOCRVL

		pipeline = PaddleOCRVL(pipeline_version=`,`)
		output = pipeline.predict("path/to/document.png")
		for res in output:
		    res.print()
		    res.save_to_json(save_path="output")
		    res.save_to_markdown(save_path="output")
	`])),INSTALL3,findPipelineVersion(id))}function findPipelineVersion(id){const version=/^PaddlePaddle\/PaddleOCR-VL-(.+)$/s.exec(id)?.[1];return"v".concat(version??1)}function predict(model,className){return(0,import_chunk_5T7LMB7T.python)(_d2||(_d2=__template3([`
		`,`
		from paddleocr import `,`

		model = `,"(model_name=",`)
		output = model.predict(input="path/to/image.png", batch_size=1)
		for res in output:
		    res.print()
		    res.save_to_img(save_path="./output/")
		    res.save_to_json(save_path="./output/res.json")
	`])),INSTALL3,(0,import_chunk_5T7LMB7T.code)(className),(0,import_chunk_5T7LMB7T.code)(className),(0,import_chunk_5T7LMB7T.readName)(model))}var __freeze4=Object.freeze,__defProp4=Object.defineProperty,__template4=(cooked,raw)=>__freeze4(__defProp4(cooked,"raw",{value:__freeze4(raw||cooked.slice())})),_a4,CLASSES2=new Map([["CAUSAL_LM","AutoModelForCausalLM"],["SEQ_2_SEQ_LM","AutoModelForSeq2SeqLM"],["TOKEN_CLS","AutoModelForTokenClassification"],["SEQ_CLS","AutoModelForSequenceClassification"]]);function peft({id,config}){const className=CLASSES2.get(config?.peft?.task_type);if(!className)return[(0,import_chunk_5T7LMB7T.text)("Task type is invalid.")];const base=config?.peft?.base_model_name_or_path;return base?[(0,import_chunk_5T7LMB7T.python)(_a4||(_a4=__template4([`
			from peft import PeftModel
			from transformers import `,`

			base_model = `,".from_pretrained(",`)
			model = PeftModel.from_pretrained(base_model, `,`)
		`])),(0,import_chunk_5T7LMB7T.code)(className),(0,import_chunk_5T7LMB7T.code)(className),base,id)]:[(0,import_chunk_5T7LMB7T.text)("Base model is not found.")]}function perceptionEncoder({id}){const asEncoder=import_chunk_5T7LMB7T.python`
		# As a vision encoder
		import core.vision_encoder.pe as pe

		model = pe.VisionTransformer.from_config(${id}, pretrained=True)
	`;return id.includes("Core")?[import_chunk_5T7LMB7T.python`
		# As a CLIP model
		import core.vision_encoder.pe as pe

		model = pe.CLIP.from_config(${id}, pretrained=True)
	`,asEncoder]:[asEncoder]}var transformers_pipelines_default=["audio-classification","automatic-speech-recognition","depth-estimation","document-question-answering","feature-extraction","fill-mask","image-classification","image-feature-extraction","image-segmentation","image-to-image","image-to-text","image-text-to-text","mask-generation","object-detection","question-answering","summarization","table-question-answering","text-classification","text-generation","text-to-audio","text-to-speech","token-classification","translation","video-classification","visual-question-answering","zero-shot-classification","zero-shot-image-classification","zero-shot-object-detection"],__freeze5=Object.freeze,__defProp5=Object.defineProperty,__template5=(cooked,raw)=>__freeze5(__defProp5(cooked,"raw",{value:__freeze5(raw||cooked.slice())})),_a5,_b4,_c4,_d3,_e,_f,_g,_h,_i,_j,_k,_l,_m,_n,_o,_p,_q,_r,_s,_t,_u,PIPELINE_TASKS=new Set(transformers_pipelines_default),TEXT_MESSAGES=(0,import_chunk_5T7LMB7T.python)(_a5||(_a5=__template5([`
	messages = [
	    {"role": "user", "content": "Who are you?"},
	]
`]))),IMAGE_MESSAGES=(0,import_chunk_5T7LMB7T.python)(_b4||(_b4=__template5([`
	messages = [
	    {
	        "role": "user",
	        "content": [
	            {"type": "image", "url": `,`},
	            {"type": "text", "text": "Which animal is on the candy?"},
	        ],
	    },
	]
`])),CANDY),UNKNOWN_TYPE=(0,import_chunk_5T7LMB7T.python)(_c4||(_c4=__template5(["# \u26A0\uFE0F Type of model unknown"])));function transformers(model){const direct=buildDirectRecipe(model);if(!direct)return[UNKNOWN_TYPE];const loadDirectly=(0,import_chunk_5T7LMB7T.python)(_g||(_g=__template5(["",""])),(0,import_chunk_5T7LMB7T.lines)((0,import_chunk_5T7LMB7T.python)(_d3||(_d3=__template5(["# Load the model itself"]))),(0,import_chunk_5T7LMB7T.python)(_e||(_e=__template5(["from transformers import ",""])),(0,import_chunk_5T7LMB7T.commaList)(direct.processorImport,direct.modelImport)),(0,import_chunk_5T7LMB7T.code)(""),direct.loadProcessor,(0,import_chunk_5T7LMB7T.python)(_f||(_f=__template5(["model = ",".from_pretrained(",")"])),direct.modelClass,direct.arguments),direct.chat&&(0,import_chunk_5T7LMB7T.code)(""),direct.chat)),pipeline=buildPipelineRecipe(model);return pipeline?[(0,import_chunk_5T7LMB7T.python)(_k||(_k=__template5(["",""])),(0,import_chunk_5T7LMB7T.lines)((0,import_chunk_5T7LMB7T.python)(_h||(_h=__template5(["# Let a pipeline do the work"]))),(0,import_chunk_5T7LMB7T.python)(_i||(_i=__template5(["from transformers import pipeline"]))),(0,import_chunk_5T7LMB7T.code)(""),(0,import_chunk_5T7LMB7T.python)(_j||(_j=__template5(["pipe = pipeline(",")"])),pipeline.arguments),pipeline.run&&(0,import_chunk_5T7LMB7T.code)(""),pipeline.run)).named("pipeline"),loadDirectly.named("model")]:[loadDirectly]}function buildPipelineRecipe(model){const task=model.pipeline_tag;if(!task||!PIPELINE_TASKS.has(task))return;const run2=choosePipelineRun(model);return{arguments:(0,import_chunk_5T7LMB7T.commaList)((0,import_chunk_5T7LMB7T.python)(_l||(_l=__template5(["",", model=",""])),task,model.id),readTrust(model)),...run2&&{run:run2}}}function choosePipelineRun(model){if((0,import_chunk_5T7LMB7T.hasTag)(model,"conversational"))return(0,import_chunk_5T7LMB7T.hasTag)(model,"image-text-to-text")?(0,import_chunk_5T7LMB7T.lines)(IMAGE_MESSAGES,(0,import_chunk_5T7LMB7T.python)(_m||(_m=__template5(["pipe(text=messages)"])))):(0,import_chunk_5T7LMB7T.lines)(TEXT_MESSAGES,(0,import_chunk_5T7LMB7T.python)(_n||(_n=__template5(["pipe(messages)"]))));if(model.pipeline_tag==="zero-shot-image-classification")return(0,import_chunk_5T7LMB7T.python)(_o||(_o=__template5([`
			pipe(
			    `,`,
			    candidate_labels=["animals", "humans", "landscape"],
			)
		`])),PARROTS);if(model.pipeline_tag==="image-classification")return(0,import_chunk_5T7LMB7T.python)(_p||(_p=__template5(["pipe(",")"])),PARROTS)}function buildDirectRecipe(model){const className=(0,import_chunk_5T7LMB7T.readClassName)(model.transformersInfo?.auto_model);if(!className)return;const modelClass=(0,import_chunk_5T7LMB7T.code)(className),modelImport=(0,import_chunk_5T7LMB7T.code)((0,import_chunk_5T7LMB7T.findImportName)(className)),loadArguments=(0,import_chunk_5T7LMB7T.commaList)((0,import_chunk_5T7LMB7T.python)(_q||(_q=__template5(["",""])),model.id),readTrust(model)),processorClass=(0,import_chunk_5T7LMB7T.readClassName)(model.transformersInfo?.processor);if(!processorClass)return{modelClass,modelImport,arguments:(0,import_chunk_5T7LMB7T.commaList)(loadArguments,(0,import_chunk_5T7LMB7T.python)(_r||(_r=__template5(['torch_dtype="auto"']))))};const processor=(0,import_chunk_5T7LMB7T.code)(nameProcessor(processorClass)),chats=(0,import_chunk_5T7LMB7T.hasTag)(model,"conversational")&&(0,import_chunk_5T7LMB7T.hasChatTemplate)(model);return{modelClass,modelImport,arguments:loadArguments,processorImport:(0,import_chunk_5T7LMB7T.code)((0,import_chunk_5T7LMB7T.findImportName)(processorClass)),loadProcessor:(0,import_chunk_5T7LMB7T.python)(_s||(_s=__template5([""," = ",".from_pretrained(",")"])),processor,(0,import_chunk_5T7LMB7T.code)(processorClass),loadArguments),...chats&&{chat:chatWith(model,processor)}}}function nameProcessor(className){return className==="AutoTokenizer"?"tokenizer":className==="AutoFeatureExtractor"?"extractor":"processor"}function chatWith(model,processor){return(0,import_chunk_5T7LMB7T.python)(_t||(_t=__template5([`
		`,`
		inputs = `,`.apply_chat_template(
		    messages,
		    add_generation_prompt=True,
		    tokenize=True,
		    return_dict=True,
		    return_tensors="pt",
		).to(model.device)

		outputs = model.generate(**inputs, max_new_tokens=40)
		print(`,`.decode(outputs[0][inputs["input_ids"].shape[-1]:]))
	`])),(0,import_chunk_5T7LMB7T.hasTag)(model,"image-text-to-text")?IMAGE_MESSAGES:TEXT_MESSAGES,processor,processor)}function readTrust(model){return(0,import_chunk_5T7LMB7T.hasTag)(model,"custom_code")?(0,import_chunk_5T7LMB7T.python)(_u||(_u=__template5(["trust_remote_code=True"]))):void 0}function prunaAi(model){const loader=(0,import_chunk_5T7LMB7T.hasTag)(model,"pruna_pro-ai")?createLoader("pruna_pro","PrunaProModel"):createLoader("pruna","PrunaModel");return(0,import_chunk_5T7LMB7T.hasTag)(model,"diffusers")?[loadDiffusers(model,loader)]:(0,import_chunk_5T7LMB7T.hasTag)(model,"transformers")?loadTransformers(model,loader):[import_chunk_5T7LMB7T.python`
			${loader.import}

			model = ${loader.load(import_chunk_5T7LMB7T.python`${model.id}`)}
		`]}function createLoader(module2,className){return{import:import_chunk_5T7LMB7T.python`from ${(0,import_chunk_5T7LMB7T.code)(module2)} import ${(0,import_chunk_5T7LMB7T.code)(className)}`,load:loadArguments=>import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.code)(className)}.from_pretrained(${loadArguments})`}}function loadDiffusers(model,loader){const recipe=buildDiffusersRecipe(model),all=(0,import_chunk_5T7LMB7T.lines)(loader.import,recipe.usesTorch&&import_chunk_5T7LMB7T.python`import torch`,recipe.part&&import_chunk_5T7LMB7T.python`from diffusers import ${(0,import_chunk_5T7LMB7T.code)(recipe.part.class)}`,recipe.utilities&&import_chunk_5T7LMB7T.python`from diffusers.utils import ${recipe.utilities}`,recipe.part?.load,import_chunk_5T7LMB7T.python`pipe = ${loader.load(recipe.arguments)}`,recipe.adapt,...recipe.blocks);return import_chunk_5T7LMB7T.python`${all}`}function loadTransformers(model,loader){const direct=buildDirectRecipe(model);if(!direct)return[import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.lines)(loader.import,UNKNOWN_TYPE)}`];const loadDirectly=import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.lines)(loader.import,direct.processorImport&&import_chunk_5T7LMB7T.python`from transformers import ${direct.processorImport}`,(0,import_chunk_5T7LMB7T.code)(""),direct.loadProcessor,import_chunk_5T7LMB7T.python`model = ${loader.load(direct.arguments)}`,direct.chat&&(0,import_chunk_5T7LMB7T.code)(""),direct.chat)}`,pipeline=buildPipelineRecipe(model);if(!pipeline)return[loadDirectly];const load3=import_chunk_5T7LMB7T.python`pipe = ${loader.load(import_chunk_5T7LMB7T.python`${model.id}`)}`;return[import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.lines)(loader.import,(0,import_chunk_5T7LMB7T.code)(""),load3,pipeline.run&&(0,import_chunk_5T7LMB7T.code)(""),pipeline.run)}`.named("pipeline"),loadDirectly.named("model")]}function pyannoteAudio(model){return[(0,import_chunk_5T7LMB7T.hasTag)(model,"pyannote-audio-pipeline")?runPipeline(model):runModel(model)]}function runPipeline({id}){return import_chunk_5T7LMB7T.python`
		from pyannote.audio import Audio, Pipeline
		from pyannote.core import Segment

		pipeline = Pipeline.from_pretrained(${id})

		# A whole file
		pipeline("file.wav")

		# An excerpt
		excerpt = Segment(start=2.0, end=5.0)
		waveform, sample_rate = Audio().crop("file.wav", excerpt)
		pipeline({"waveform": waveform, "sample_rate": sample_rate})
	`}function runModel({id}){return import_chunk_5T7LMB7T.python`
		from pyannote.audio import Inference, Model
		from pyannote.core import Segment

		model = Model.from_pretrained(${id})
		inference = Inference(model)

		# A whole file
		inference("file.wav")

		# An excerpt
		excerpt = Segment(start=2.0, end=5.0)
		inference.crop("file.wav", excerpt)
	`}var robotics={"ml-agents":({id})=>[import_chunk_5T7LMB7T.sh`mlagents-load-from-hf --repo-id=${id} --local-dir=./downloads`],"sample-factory":({id})=>[import_chunk_5T7LMB7T.sh`python -m sample_factory.huggingface.load_from_hub -r ${id} -d ./train_dir`],"stable-baselines3":({id})=>[import_chunk_5T7LMB7T.python`
			from huggingface_sb3 import load_from_hub

			checkpoint = load_from_hub(
			    repo_id=${id},
			    filename="{MODEL FILENAME}.zip",
			)
		`],"unity-sentis":()=>[import_chunk_5T7LMB7T.csharp`
			// The C# file in the repository shows the model at work
			string modelName = "[name of the model file].sentis";
			Model model = ModelLoader.Load(Application.streamingAssetsPath + "/" + modelName);
			IWorker engine = WorkerFactory.CreateWorker(BackendType.GPUCompute, model);
		`]},science={anemoi:({id})=>[import_chunk_5T7LMB7T.python`
			from anemoi.inference.config.run import RunConfiguration
			from anemoi.inference.runners.default import DefaultRunner

			config = RunConfiguration(checkpoint={"huggingface": ${id}})
			runner = DefaultRunner(config)
		`],"chronos-forecasting":({id})=>[import_chunk_5T7LMB7T.sh`pip install chronos-forecasting`,import_chunk_5T7LMB7T.python`
			import pandas as pd
			from chronos import BaseChronosPipeline

			pipeline = BaseChronosPipeline.from_pretrained(${id}, device_map="cuda")

			# Air passengers by month, as one series
			df = pd.read_csv("https://autogluon.s3.us-west-2.amazonaws.com/datasets/timeseries/misc/AirPassengers.csv")
			df["item_id"] = "air-passengers"

			forecast = pipeline.predict_df(
			    df,
			    prediction_length=36,
			    quantile_levels=[0.1, 0.5, 0.9],
			    id_column="item_id",
			    timestamp_column="Month",
			    target="#Passengers",
			)
		`],colipri:({id})=>[import_chunk_5T7LMB7T.sh`pip install colipri`,import_chunk_5T7LMB7T.python`
			from colipri import ZeroShotImageClassificationPipeline, get_model, get_processor, load_sample_ct

			model = get_model().cuda()
			processor = get_processor()
			pipeline = ZeroShotImageClassificationPipeline(${id}, processor)

			image = load_sample_ct()
			print(pipeline(image, ["No lung nodules", "Lung nodules"]))
		`],"cxr-foundation":()=>[import_chunk_5T7LMB7T.python`
			# pip install git+https://github.com/Google-Health/cxr-foundation.git#subdirectory=python
			from io import BytesIO

			import requests
			from clientside.clients import make_hugging_face_client
			from PIL import Image

			# An X-ray of the chest, in shades of grey; the server answers only those who say who they are
			url = "https://upload.wikimedia.org/wikipedia/commons/c/c8/Chest_Xray_PA_3-8-2010.png"
			response = requests.get(url, headers={"User-Agent": "cxr-foundation-example"})
			img = Image.open(BytesIO(response.content)).convert("L")

			client = make_hugging_face_client("cxr_model")
			print(client.get_image_embeddings_from_images([img]))
		`],"derm-foundation":()=>[import_chunk_5T7LMB7T.python`
			import requests
			import tensorflow as tf
			from huggingface_hub import from_pretrained_keras

			# A photograph of skin, as a serialised example
			url = "https://storage.googleapis.com/dx-scin-public-data/dataset/images/3445096909671059178.png"
			image_bytes = requests.get(url).content
			image_feature = tf.train.Feature(bytes_list=tf.train.BytesList(value=[image_bytes]))
			tensor = tf.train.Example(
			    features=tf.train.Features(feature={"image/encoded": image_feature})
			).SerializeToString()

			model = from_pretrained_keras("google/derm-foundation")
			infer = model.signatures["serving_default"]
			print(infer(inputs=tf.constant([tensor])))
		`],terratorch:({id})=>[import_chunk_5T7LMB7T.python`
			from terratorch.registry import BACKBONE_REGISTRY

			model = BACKBONE_REGISTRY.build(${id})
		`]},SENTENCES=["The ship leaves at noon.","The boat sails at midday.","Bread is best on the day it is baked."];function sentenceTransformers(model){return(0,import_chunk_5T7LMB7T.hasTag)(model,"PyLate")?[retrieve(model)]:(0,import_chunk_5T7LMB7T.hasTag)(model,"cross-encoder")||model.pipeline_tag==="text-ranking"?[rank(model)]:[compare(model)]}function retrieve({id}){return import_chunk_5T7LMB7T.python`
		from pylate import models

		queries = ["When does the ship leave?", "Which bread keeps longest?"]
		documents = [
		    ["The ship leaves at noon.", "The harbour is open all year."],
		    ["Rye bread keeps for a week.", "Rolls are baked twice a day."],
		]

		model = models.ColBERT(model_name_or_path=${id})
		queries_embeddings = model.encode(queries, is_query=True)
		documents_embeddings = model.encode(documents, is_query=False)
	`}function rank(model){return import_chunk_5T7LMB7T.python`
		from sentence_transformers import CrossEncoder

		model = CrossEncoder(${(0,import_chunk_5T7LMB7T.commaList)(import_chunk_5T7LMB7T.python`${model.id}`,readTrust(model))})

		query = "Which planet is called the red planet?"
		passages = [
		    "Venus is about as large as the Earth and much hotter.",
		    "Mars looks red because there is rust in its dust.",
		    "Jupiter has a storm that has raged for centuries.",
		    "Saturn is known for its rings.",
		]

		scores = model.predict([(query, passage) for passage in passages])
		print(scores)
	`}function compare(model){const sentences=(0,import_chunk_5T7LMB7T.readWidgetSentences)(model)??SENTENCES,list=(0,import_chunk_5T7LMB7T.code)(`[
${sentences.map(sentence=>`    ${(0,import_chunk_5T7LMB7T.quote)(sentence)}`).join(`,
`)}
]`);return import_chunk_5T7LMB7T.python`
		from sentence_transformers import SentenceTransformer

		model = SentenceTransformer(${(0,import_chunk_5T7LMB7T.commaList)(import_chunk_5T7LMB7T.python`${model.id}`,readTrust(model))})

		sentences = ${list}
		embeddings = model.encode(sentences)

		similarities = model.similarity(embeddings, embeddings)
		print(similarities.shape)
		# [${sentences.length}, ${sentences.length}]
	`}var __freeze6=Object.freeze,__defProp6=Object.defineProperty,__template6=(cooked,raw)=>__freeze6(__defProp6(cooked,"raw",{value:__freeze6(raw||cooked.slice())})),_a6,_b5,_c5,_d4,WARNING=(0,import_chunk_5T7LMB7T.code)(`# Only load files from people you trust, they may run code:
# https://skops.readthedocs.io/en/stable/persistence.html`);function sklearn(model){return[(0,import_chunk_5T7LMB7T.hasTag)(model,"skops")?loadWithSkops(model):loadFile(model)]}function loadWithSkops({id,config}){const{model,model_format}=config?.sklearn??{};if(!model?.file)return(0,import_chunk_5T7LMB7T.python)(_a6||(_a6=__template6(["# \u26A0\uFE0F Model filename not specified in config.json"])));const path="path_to_folder/".concat(model.file);return(model_format??model.format)==="pickle"?(0,import_chunk_5T7LMB7T.python)(_b5||(_b5=__template6([`
			import joblib
			from skops.hub_utils import download

			download(`,`, "path_to_folder")
			`,`
			model = joblib.load(`,`)
		`])),id,WARNING,path):(0,import_chunk_5T7LMB7T.python)(_c5||(_c5=__template6([`
		from skops.hub_utils import download
		from skops.io import load

		download(`,`, "path_to_folder")
		`,`
		model = load(`,`)
	`])),id,WARNING,path)}function loadFile({id}){return(0,import_chunk_5T7LMB7T.python)(_d4||(_d4=__template6([`
		import joblib
		from huggingface_hub import hf_hub_download

		`,`
		model = joblib.load(hf_hub_download(`,`, "sklearn_model.joblib"))
	`])),WARNING,id)}var space={"3dtopia-xl":({id})=>[import_chunk_5T7LMB7T.python`
			from threedtopia_xl.models import threedtopia_xl

			model = threedtopia_xl.from_pretrained(${id})
			model.generate(cond="path/to/image.png")
		`],"mesh-anything":()=>[import_chunk_5T7LMB7T.python`
			# First install the code from https://github.com/buaacyw/MeshAnything.git
			from MeshAnything.models.meshanything import MeshAnything

			# The arguments are made in
			# https://github.com/buaacyw/MeshAnything/blob/main/main.py#L91 (command line) and
			# https://github.com/buaacyw/MeshAnything/blob/main/app.py (demonstration)
			args = ...
			model = MeshAnything(args)
		`],renderformer:({id})=>[import_chunk_5T7LMB7T.python`
			# First install the code from https://github.com/microsoft/renderformer
			from renderformer import RenderFormerRenderingPipeline

			renderer = RenderFormerRenderingPipeline.from_pretrained(${id})
		`],"sam-3d-body":({id})=>[import_chunk_5T7LMB7T.python`
			import cv2
			from notebook.utils import setup_sam_3d_body
			from tools.vis_utils import visualize_sample_together

			estimator = setup_sam_3d_body(${id})

			image = cv2.imread("path/to/image.jpg")
			outputs = estimator.process_one_image(image)

			rendering = visualize_sample_together(image, outputs, estimator.faces)
			cv2.imwrite("output.jpg", rendering)
		`],"sam-3d-objects":({id})=>[import_chunk_5T7LMB7T.python`
			from huggingface_hub import hf_hub_download
			from inference import Inference, load_image, load_single_mask

			config_path = hf_hub_download(${id}, "pipeline.yaml")
			inference = Inference(config_path, compile=False)

			image = load_image("path/to/image.png")
			mask = load_single_mask("path/to/masks", index=14)
			output = inference(image, mask)
		`],univa:({id})=>[import_chunk_5T7LMB7T.python`
			# First install the code as https://github.com/PKU-YuanGroup/UniWorld-V1 says
			import torch
			from transformers import AutoProcessor
			from univa.models.qwen2p5vl.modeling_univa_qwen2p5vl import UnivaQwen2p5VLForConditionalGeneration

			model = UnivaQwen2p5VLForConditionalGeneration.from_pretrained(
			    ${id},
			    torch_dtype=torch.bfloat16,
			    attn_implementation="flash_attention_2",
			).to("cuda")
			processor = AutoProcessor.from_pretrained(${id})
		`],"vfi-mamba":({id})=>[import_chunk_5T7LMB7T.python`
			from Trainer_finetune import Model

			model = Model.from_pretrained(${id})
		`],videoprism:({id})=>[import_chunk_5T7LMB7T.python`
			# First install the code from https://github.com/google-deepmind/videoprism
			import jax
			from videoprism import models

			flax_model = models.get_model(${id})
			weights = models.load_pretrained_weights(${id})


			@jax.jit
			def forward(inputs, train=False):
			    return flax_model.apply(weights, inputs, train=train)
		`]};function spacy(model){const name=(0,import_chunk_5T7LMB7T.readName)(model),wheel=`${(0,import_chunk_5T7LMB7T.encodePath)(model.id)}/resolve/main/${(0,import_chunk_5T7LMB7T.encodePath)(name)}-any-py3-none-any.whl`,load3=import_chunk_5T7LMB7T.python`
		# Install the model first:
		${(0,import_chunk_5T7LMB7T.code)(`# pip install https://huggingface.co/${wheel}`)}

		import spacy

		nlp = spacy.load(${name})
	`;if(!(0,import_chunk_5T7LMB7T.isPythonName)(name))return[load3];const loadModule=import_chunk_5T7LMB7T.python`

		# The same as a module
		import ${(0,import_chunk_5T7LMB7T.code)(name)}

		nlp = ${(0,import_chunk_5T7LMB7T.code)(name)}.load()
	`;return[import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.lines)(load3,loadModule)}`]}var speech={chat_tts:()=>[import_chunk_5T7LMB7T.python`
			import ChatTTS
			import torch
			import torchaudio

			chat = ChatTTS.Chat()
			chat.load_models(compile=False)  # True is slower to start and faster to speak

			texts = ["Good morning, and welcome aboard."]
			wavs = chat.infer(texts)

			torchaudio.save("output.wav", torch.from_numpy(wavs[0]), 24000)
		`],chatterbox:()=>[import_chunk_5T7LMB7T.python`
			# pip install chatterbox-tts
			import torchaudio
			from chatterbox.tts import ChatterboxTTS

			model = ChatterboxTTS.from_pretrained(device="cuda")

			text = "The ferry leaves at noon; bring a warm coat."
			wav = model.generate(text)
			torchaudio.save("default-voice.wav", wav, model.sr)

			# The same sentence in the voice of a recording
			wav = model.generate(text, audio_prompt_path="path/to/voice.wav")
			torchaudio.save("cloned-voice.wav", wav, model.sr)
		`],"dia-tts":({id})=>[import_chunk_5T7LMB7T.python`
			import soundfile as sf
			from dia.model import Dia

			model = Dia.from_pretrained(${id})

			# [S1] and [S2] mark who is speaking
			text = "[S1] Did you hear that? [S2] Hear what? [S1] I think the kettle is singing. [S2] It always does."
			output = model.generate(text)

			sf.write("dialogue.wav", output, 44100)
		`],dia2:({id})=>[import_chunk_5T7LMB7T.python`
			from dia2 import Dia2, GenerationConfig, SamplingConfig

			dia = Dia2.from_repo(${id}, device="cuda", dtype="bfloat16")
			config = GenerationConfig(
			    cfg_scale=2.0,
			    audio=SamplingConfig(temperature=0.8, top_k=50),
			    use_cuda_graph=True,
			)
			result = dia.generate("[S1] Hello, is anybody there?", config=config, output_wav="hello.wav", verbose=True)
		`],"index-tts":({id})=>[import_chunk_5T7LMB7T.python`
			from huggingface_hub import snapshot_download
			from indextts.infer import IndexTTS

			snapshot_download(${id}, local_dir="checkpoints")
			tts = IndexTTS(model_dir="checkpoints", cfg_path="checkpoints/config.yaml")

			voice = "path/to/reference-voice.wav"
			text = "The tide comes in twice a day."
			tts.infer(voice, text, "output.wav")
		`],kittentts:({id})=>[import_chunk_5T7LMB7T.python`
			import soundfile as sf
			from kittentts import KittenTTS

			model = KittenTTS(${id})
			audio = model.generate("Small voices carry far on a quiet evening.")

			sf.write("output.wav", audio, 24000)
		`],"mars5-tts":({id})=>[import_chunk_5T7LMB7T.python`
			# First install the code from https://github.com/Camb-ai/MARS5-TTS
			from inference import Mars5TTS

			mars5 = Mars5TTS.from_pretrained(${id})
		`],openasr:({id})=>{const name=id.split("/").at(-1)??id;return[import_chunk_5T7LMB7T.sh`
				# Download the command from https://github.com/QuintinShaw/openasr/releases
				openasr pull ${(0,import_chunk_5T7LMB7T.operand)(name)}
				openasr transcribe audio.wav --model ${name}
			`]},"pocket-tts":({id})=>[import_chunk_5T7LMB7T.python`
			import scipy.io.wavfile
			from pocket_tts import TTSModel

			model = TTSModel.load_model(${id})
			voice = model.get_state_for_audio_prompt("hf://kyutai/tts-voices/alba-mackenna/casual.wav")
			audio = model.generate_audio(voice, "I keep a poem in my pocket.")

			scipy.io.wavfile.write("output.wav", model.sample_rate, audio.numpy())
		`],qwen3_tts:({id})=>[import_chunk_5T7LMB7T.python`
			# pip install qwen-tts
			import soundfile as sf
			import torch
			from qwen_tts import Qwen3TTSModel

			model = Qwen3TTSModel.from_pretrained(
			    ${id},
			    device_map="cuda:0",
			    dtype=torch.bfloat16,
			    attn_implementation="flash_attention_2",
			)
			wavs, sample_rate = model.generate_custom_voice(
			    text="We won! I can hardly believe it.",
			    language="English",
			    speaker="Ryan",
			    instruct="Excited and a little out of breath.",
			)

			sf.write("output.wav", wavs[0], sample_rate)
		`],supertonic:()=>[import_chunk_5T7LMB7T.python`
			from supertonic import TTS

			tts = TTS(auto_download=True)
			style = tts.get_voice_style(voice_name="M1")
			wav, duration = tts.synthesize("A light breeze came up from the harbour.", voice_style=style)

			tts.save_audio(wav, "output.wav")
		`],vibevoice:({id})=>[import_chunk_5T7LMB7T.python`
			import librosa
			import numpy as np
			import soundfile as sf
			import torch
			from vibevoice.modular.modeling_vibevoice_inference import VibeVoiceForConditionalGenerationInference
			from vibevoice.processor.vibevoice_processor import VibeVoiceProcessor

			# The voice to speak with: one channel, 24000 samples a second
			voice, sample_rate = sf.read("path/to/voice.wav")
			if voice.ndim > 1:
			    voice = np.mean(voice, axis=1)
			if sample_rate != 24000:
			    voice = librosa.resample(voice, orig_sr=sample_rate, target_sr=24000)

			processor = VibeVoiceProcessor.from_pretrained(${id})
			model = VibeVoiceForConditionalGenerationInference.from_pretrained(${id}, torch_dtype=torch.bfloat16)
			model = model.to("cuda").eval()
			model.set_ddpm_inference_steps(5)

			inputs = processor(
			    text=["Speaker 0: Have you met the new neighbours?\nSpeaker 1: Not yet, but their dog has met me."],
			    voice_samples=[[voice]],
			    return_tensors="pt",
			)
			audio = model.generate(**inputs, cfg_scale=1.3, tokenizer=processor.tokenizer).speech_outputs[0]

			sf.write("output.wav", audio.float().cpu().numpy().squeeze(), 24000)
		`],voicecraft:({id})=>[import_chunk_5T7LMB7T.python`
			from voicecraft import VoiceCraft

			model = VoiceCraft.from_pretrained(${id})
		`],voxcpm:({id})=>[import_chunk_5T7LMB7T.python`
			import soundfile as sf
			from voxcpm import VoxCPM

			model = VoxCPM.from_pretrained(${id})
			wav = model.generate(
			    text="Every story needs a voice of its own.",
			    prompt_wav_path=None,  # a recording whose voice to take on
			    prompt_text=None,  # what is said in it
			    cfg_value=2.0,  # higher keeps closer to the text
			    inference_timesteps=10,  # higher sounds better and takes longer
			    normalize=True,
			    denoise=True,
			    retry_badcase=True,
			    retry_badcase_max_times=3,
			    retry_badcase_ratio_threshold=6.0,
			)

			sf.write("output.wav", wav, 16000)
		`],vui:()=>[import_chunk_5T7LMB7T.python`
			# pip install git+https://github.com/fluxions-ai/vui
			import torchaudio
			from vui.inference import render
			from vui.model import Vui

			model = Vui.from_pretrained().cuda()
			waveform = render(model, "So, um, where were we? Ah yes, the lighthouse.")
			print(waveform.shape)

			torchaudio.save("output.opus", waveform[0], 22050)
		`],whisperkit:()=>[import_chunk_5T7LMB7T.sh`
			brew install whisperkit-cli

			# All options
			whisperkit-cli transcribe --help

			# With the model recommended for this machine
			whisperkit-cli transcribe --audio-path path/to/audio.mp3

			# With a model of your choice
			whisperkit-cli transcribe --model "large-v3" --model-prefix "distil" --audio-path path/to/audio.mp3 --verbose
		`],zonos:({id})=>[import_chunk_5T7LMB7T.python`
			# pip install git+https://github.com/Zyphra/Zonos.git
			import torchaudio
			from zonos.conditioning import make_cond_dict
			from zonos.model import Zonos

			model = Zonos.from_pretrained(${id}, device="cuda")

			# A clean recording of 5 to 10 seconds gives the voice
			wav, sampling_rate = torchaudio.load("path/to/voice.wav")
			speaker = model.make_speaker_embedding(wav, sampling_rate)

			cond = make_cond_dict(text="The orchard is in bloom again.", speaker=speaker, language="en-us")
			codes = model.generate(model.prepare_conditioning(cond))
			wav = model.autoencoder.decode(codes)[0].cpu()

			torchaudio.save("output.wav", wav, model.autoencoder.sampling_rate)
		`]},__freeze7=Object.freeze,__defProp7=Object.defineProperty,__template7=(cooked,raw)=>__freeze7(__defProp7(cooked,"raw",{value:__freeze7(raw||cooked.slice())})),_a7,_b6,_c6,METHODS=new Map([["EncoderClassifier","classify_file"],["EncoderDecoderASR","transcribe_file"],["EncoderASR","transcribe_file"],["SpectralMaskEnhancement","enhance_file"],["SepformerSeparation","separate_file"]]);function speechbrain({id,config}){const name=config?.speechbrain?.speechbrain_interface;if(name===void 0)return[(0,import_chunk_5T7LMB7T.python)(_a7||(_a7=__template7(["# interface not specified in config.json"])))];const method=METHODS.get(name);return method?[(0,import_chunk_5T7LMB7T.python)(_c6||(_c6=__template7([`
			from speechbrain.inference import `,`

			model = `,".from_hparams(",`)
			model.`,`("file.wav")
		`])),(0,import_chunk_5T7LMB7T.code)(name),(0,import_chunk_5T7LMB7T.code)(name),id,(0,import_chunk_5T7LMB7T.code)(method))]:[(0,import_chunk_5T7LMB7T.python)(_b6||(_b6=__template7(["# interface in config.json invalid"])))]}function tensorflowTts(model){return(0,import_chunk_5T7LMB7T.hasTag)(model,"text-to-mel")?[makeMels(model)]:(0,import_chunk_5T7LMB7T.hasTag)(model,"mel-to-wav")?[makeSound(model)]:[load2(model)]}function makeMels({id}){return import_chunk_5T7LMB7T.python`
		from tensorflow_tts.inference import AutoProcessor, TFAutoModel

		processor = AutoProcessor.from_pretrained(${id})
		model = TFAutoModel.from_pretrained(${id})
	`}function makeSound({id}){return import_chunk_5T7LMB7T.python`
		from tensorflow_tts.inference import TFAutoModel

		model = TFAutoModel.from_pretrained(${id})
		mels = ...  # from a model that turns text into mels
		audios = model.inference(mels)
	`}function load2({id}){return import_chunk_5T7LMB7T.python`
		from tensorflow_tts.inference import TFAutoModel

		model = TFAutoModel.from_pretrained(${id})
	`}var text2={bertopic:({id})=>[import_chunk_5T7LMB7T.python`
			from bertopic import BERTopic

			topic_model = BERTopic.load(${id})
		`],bm25s:({id})=>[import_chunk_5T7LMB7T.python`
			from bm25s.hf import BM25HF

			retriever = BM25HF.load_from_hub(${id})
		`],cartesia_mlx:({id})=>[import_chunk_5T7LMB7T.python`
			import cartesia_mlx as cmx
			import mlx.core as mx

			model = cmx.from_pretrained(${id})
			model.set_dtype(mx.float32)

			prompt = "In the north of the island there is a village"
			for piece in model.generate(
			    prompt,
			    max_tokens=500,
			    eval_every_n=5,
			    verbose=True,
			    top_p=0.99,
			    temperature=0.85,
			):
			    print(piece, end="", flush=True)
		`],cartesia_pytorch:({id})=>[import_chunk_5T7LMB7T.python`
			# pip install --no-binary :all: cartesia-pytorch
			from cartesia_pytorch import ReneLMHeadModel
			from transformers import AutoTokenizer

			model = ReneLMHeadModel.from_pretrained(${id})
			tokenizer = AutoTokenizer.from_pretrained("allenai/OLMo-1B-hf")

			inputs = tokenizer(["In the north of the island there is a village"], return_tensors="pt")
			outputs = model.generate(inputs.input_ids, max_length=50, top_k=100, top_p=0.99)

			print(tokenizer.batch_decode(outputs, skip_special_tokens=True)[0])
		`],fasttext:({id})=>[import_chunk_5T7LMB7T.python`
			import fasttext
			from huggingface_hub import hf_hub_download

			model = fasttext.load_model(hf_hub_download(${id}, "model.bin"))
		`],flair:({id})=>[import_chunk_5T7LMB7T.python`
			from flair.models import SequenceTagger

			tagger = SequenceTagger.load(${id})
		`],gliner:({id})=>[import_chunk_5T7LMB7T.python`
			from gliner import GLiNER

			model = GLiNER.from_pretrained(${id})
		`],gliner2:({id})=>[import_chunk_5T7LMB7T.python`
			from gliner2 import GLiNER2

			model = GLiNER2.from_pretrained(${id})

			text = "Ada Lovelace met Charles Babbage in London in June 1833."
			result = model.extract_entities(text, ["person", "place", "date"])
			print(result)
		`],hezar:({id})=>[import_chunk_5T7LMB7T.python`
			from hezar import Model

			model = Model.load(${id})
		`],"litert-lm":({id})=>[import_chunk_5T7LMB7T.sh`
			# Guides: https://ai.google.dev/edge/litert-lm
			# All about the command: https://ai.google.dev/edge/litert-lm/cli
			pip install -U litert-lm
			litert-lm run --from-huggingface-repo=${id} --prompt="Why is the sky blue?"
		`],"mamba-ssm":({id})=>[import_chunk_5T7LMB7T.python`
			from mamba_ssm import MambaLMHeadModel

			model = MambaLMHeadModel.from_pretrained(${id})
		`],model2vec:({id})=>[import_chunk_5T7LMB7T.python`
			from model2vec import StaticModel

			model = StaticModel.from_pretrained(${id})
		`],pxia:({id})=>[import_chunk_5T7LMB7T.python`
			from pxia import AutoModel

			model = AutoModel.from_pretrained(${id})
		`],relik:({id})=>[import_chunk_5T7LMB7T.python`
			from relik import Relik

			relik = Relik.from_pretrained(${id})
		`],saelens:()=>[import_chunk_5T7LMB7T.python`
			# pip install sae-lens
			from sae_lens import SAE

			# For example release "gpt2-small-res-jb" with sae_id "blocks.8.hook_resid_pre"
			sae, cfg_dict, sparsity = SAE.from_pretrained(release="RELEASE_ID", sae_id="SAE_ID")
		`],setfit:({id})=>[import_chunk_5T7LMB7T.python`
			from setfit import SetFitModel

			model = SetFitModel.from_pretrained(${id})
		`],"span-marker":({id})=>[import_chunk_5T7LMB7T.python`
			from span_marker import SpanMarkerModel

			model = SpanMarkerModel.from_pretrained(${id})
		`],stanza:model=>{const name=(0,import_chunk_5T7LMB7T.readName)(model).replace(/^stanza-/,"");return[import_chunk_5T7LMB7T.python`
				import stanza

				stanza.download(${name})
				nlp = stanza.Pipeline(${name})
			`]},swarmformer:({id})=>[import_chunk_5T7LMB7T.python`
			from swarmformer import SwarmFormerModel

			model = SwarmFormerModel.from_pretrained(${id})
		`]},__freeze8=Object.freeze,__defProp8=Object.defineProperty,__template8=(cooked,raw)=>__freeze8(__defProp8(cooked,"raw",{value:__freeze8(raw||cooked.slice())})),_a8,_b7;function transformersJs({id,pipeline_tag:task}){return task?[(0,import_chunk_5T7LMB7T.js)(_b7||(_b7=__template8([`
			// npm i @huggingface/transformers
			import { pipeline } from "@huggingface/transformers";

			const pipe = await pipeline(`,", ",`);
		`])),task,id)]:[(0,import_chunk_5T7LMB7T.js)(_a8||(_a8=__template8(["// \u26A0\uFE0F Unknown pipeline tag"])))]}function ultralytics(model){const version=(0,import_chunk_5T7LMB7T.readTags)(model).map(tag=>/^yolov(\d+)$/.exec(tag)?.[1]).find(digits=>digits!==void 0),className=(0,import_chunk_5T7LMB7T.code)(`YOLOv${version??"XX"}`),hint=import_chunk_5T7LMB7T.python`
		# No tag of the model tells its version of YOLO.
		# Put the version in the place of XX.
	`;return[import_chunk_5T7LMB7T.python`${(0,import_chunk_5T7LMB7T.lines)(version===void 0?hint:void 0,import_chunk_5T7LMB7T.python`
				from ultralytics import ${className}

				model = ${className}.from_pretrained(${model.id})
				model.predict(source=${COCO_CATS}, save=True)
			`)}`]}var vision={araclip:({id})=>[import_chunk_5T7LMB7T.python`
			from araclip import AraClip

			model = AraClip.from_pretrained(${id})
		`],ben2:({id})=>[import_chunk_5T7LMB7T.python`
			import requests
			from ben2 import AutoModel
			from PIL import Image

			url = ${CAT}
			image = Image.open(requests.get(url, stream=True).raw)

			model = AutoModel.from_pretrained(${id})
			model.to("cuda").eval()
			foreground = model.inference(image)
		`],birefnet:({id})=>[import_chunk_5T7LMB7T.python`
			# With transformers
			from transformers import AutoModelForImageSegmentation

			birefnet = AutoModelForImageSegmentation.from_pretrained(${id}, trust_remote_code=True)
		`,import_chunk_5T7LMB7T.python`
			# With its own code, installed from https://github.com/ZhengPeng7/BiRefNet
			from models.birefnet import BiRefNet

			model = BiRefNet.from_pretrained(${id})
		`],collectorvision:({id})=>[import_chunk_5T7LMB7T.sh`pip install git+https://github.com/HanClinto/CollectorVision huggingface_hub`,import_chunk_5T7LMB7T.python`
			import collector_vision
			from huggingface_hub import hf_hub_download

			checkpoint = hf_hub_download(repo_id=${id}, filename="model.onnx")

			# A model that finds the corners of a card
			detector = collector_vision.NeuralCornerDetector(checkpoint)

			# A model that computes embeddings is loaded so instead:
			# embedder = collector_vision.NeuralEmbedder(checkpoint)
		`],"depth-pro":({id})=>[import_chunk_5T7LMB7T.sh`
			pip install huggingface-hub
			hf download --local-dir checkpoints ${(0,import_chunk_5T7LMB7T.operand)(id)}
		`,import_chunk_5T7LMB7T.python`
			import depth_pro

			model, transform = depth_pro.create_model_and_transforms()
			model.eval()

			image, _, f_px = depth_pro.load_rgb("path/to/image.png")
			image = transform(image)
			prediction = model.infer(image, f_px=f_px)

			depth = prediction["depth"]  # in metres
			focal_length = prediction["focallength_px"]  # in pixels
		`],"describe-anything":({id})=>[import_chunk_5T7LMB7T.python`
			# pip install git+https://github.com/NVlabs/describe-anything
			from dam import DescribeAnythingModel
			from huggingface_hub import snapshot_download

			snapshot_download(${id}, local_dir="checkpoints")
			dam = DescribeAnythingModel(
			    model_path="checkpoints",
			    conv_mode="v1",
			    prompt_mode="focal_prompt",
			)
		`],htrflow:({id})=>[import_chunk_5T7LMB7T.sh`
			# What goes into the pipeline file:
			# https://ai-riksarkivet.github.io/htrflow/latest/getting_started/quick_start.html
			htrflow pipeline "<path/to/pipeline.yaml>" "<path/to/image>"
		`,import_chunk_5T7LMB7T.python`
			from htrflow.models.framework.model import ModelClass
			from htrflow.pipeline.pipeline import Pipeline
			from htrflow.pipeline.steps import Task

			# Task and ModelClass stand for a step and a model class of htrflow
			pipeline = Pipeline([Task(ModelClass, {"model": ${id}}, {})])
		`],lvface:({id})=>[import_chunk_5T7LMB7T.python`
			from huggingface_hub import hf_hub_download
			from inference_onnx import LVFaceONNXInferencer

			model_path = hf_hub_download(${id}, "LVFace-L_Glint360K/LVFace-L_Glint360K.onnx")
			inferencer = LVFaceONNXInferencer(model_path, use_gpu=True, timeout=300)

			image_path = "path/to/face.jpg"
			embedding = inferencer.infer_from_image(image_path)
		`],matanyone:({id})=>[import_chunk_5T7LMB7T.python`
			# First install the code from https://github.com/pq-yang/MatAnyone.git
			from matanyone.model.matanyone import MatAnyone

			model = MatAnyone.from_pretrained(${id})
		`,import_chunk_5T7LMB7T.python`
			from matanyone import InferenceCore

			processor = InferenceCore(${id})
		`],"mlx-image":({id})=>[import_chunk_5T7LMB7T.python`
			from mlxim.model import create_model

			model = create_model(${id})
		`],nobg:({id})=>[import_chunk_5T7LMB7T.sh`pip install nobg`,import_chunk_5T7LMB7T.python`
			import torch
			from loadimg import load_img
			from nobg import AutoModel, AutoProcessor

			processor = AutoProcessor.from_pretrained(${id})
			model = AutoModel.from_pretrained(${id})
			model.eval()

			image = load_img("path/to/image.jpg").convert("RGB")
			inputs = processor(image, return_tensors="pt")
			with torch.no_grad():
			    outputs = model(pixel_values=inputs["pixel_values"])

			alpha = processor.post_process_alpha_matting(outputs, target_sizes=[(image.height, image.width)])[0]
			processor.cutout(image, alpha).save("cutout.png")
		`],open_clip:({id})=>{const name=`hf-hub:${id}`;return[import_chunk_5T7LMB7T.python`
				import open_clip

				model, preprocess_train, preprocess_val = open_clip.create_model_and_transforms(${name})
				tokenizer = open_clip.get_tokenizer(${name})
			`]},pythae:({id})=>[import_chunk_5T7LMB7T.python`
			from pythae.models import AutoModel

			model = AutoModel.load_from_hf_hub(${id})
		`],sam2:({id})=>[import_chunk_5T7LMB7T.python`
			# In a picture
			import numpy as np
			import torch
			from PIL import Image
			from sam2.sam2_image_predictor import SAM2ImagePredictor

			predictor = SAM2ImagePredictor.from_pretrained(${id})

			image = Image.open("path/to/image.jpg").convert("RGB")
			points = np.array([[320, 240]])  # a point on the object, in pixels
			labels = np.array([1])  # 1: on the object, 0: beside it

			with torch.inference_mode(), torch.autocast("cuda", dtype=torch.bfloat16):
			    predictor.set_image(image)
			    masks, _, _ = predictor.predict(point_coords=points, point_labels=labels)
		`,import_chunk_5T7LMB7T.python`
			# In a film
			import numpy as np
			import torch
			from sam2.sam2_video_predictor import SAM2VideoPredictor

			predictor = SAM2VideoPredictor.from_pretrained(${id})

			video = "path/to/video.mp4"
			points = np.array([[320, 240]], dtype=np.float32)
			labels = np.array([1], dtype=np.int32)

			with torch.inference_mode(), torch.autocast("cuda", dtype=torch.bfloat16):
			    state = predictor.init_state(video)

			    # Mark the object in one frame; this frame has its mask at once
			    frame_idx, object_ids, masks = predictor.add_new_points_or_box(
			        state, frame_idx=0, obj_id=1, points=points, labels=labels
			    )

			    # Follow the object through the rest
			    for frame_idx, object_ids, masks in predictor.propagate_in_video(state):
			        print(frame_idx, object_ids)
		`],timm:({id})=>[import_chunk_5T7LMB7T.python`
			import timm

			model = timm.create_model(${`hf_hub:${id}`}, pretrained=True)
		`]},GENERATORS={...audio,...diffusion,...frameworks,...robotics,...science,...space,...speech,...text2,...vision,"adapter-transformers":adapterTransformers,allennlp,audiocraft,contexttab,"depth-anything-v2":depthAnythingV2,diffusers,diffusionkit,edsnlp,espnet,flextab,"keras-hub":kerasHub,lerobot,"lightning-ir":lightningIr,"llama-cpp-python":llamaCppPython,ltx,mlx,moshi,multimolecule,nemo,outetts,paddlenlp,PaddleOCR:paddleOcr,peft,"perception-encoder":perceptionEncoder,"pruna-ai":prunaAi,"pyannote-audio":pyannoteAudio,"sap-rpt-1-oss":sapRpt1Oss,"sentence-transformers":sentenceTransformers,sklearn,spacy,speechbrain,tensorflowtts:tensorflowTts,transformers,"transformers.js":transformersJs,ultralytics,yolov10:ultralytics};function getLibrarySnippets(model,libraryKey){const library=libraryKey??model.library_name;return!library||!Object.hasOwn(GENERATORS,library)?[]:(GENERATORS[library]?.(model)??[]).map(({language,content,variant})=>({library,language,content,...variant===void 0?{}:{variant}}))}function hasLibrarySnippets(library){return Object.hasOwn(GENERATORS,library)}var librarySnippets=Object.fromEntries(Object.entries(GENERATORS).map(([library,generate])=>[library,model=>generate(model).map(({content})=>content)]));0&&(module.exports={GGMLFileQuantizationType,GGMLQuantizationType,GGUF_QUANT_ORDER,GGUF_QUANT_RE,GGUF_QUANT_RE_GLOBAL,LOCAL_APPS,LOCAL_APP_KEYS,findNearestQuantType,getLibrarySnippets,hasLibrarySnippets,librarySnippets,parseGGUFQuantLabel});
