var __defProp=Object.defineProperty;var __getOwnPropDesc=Object.getOwnPropertyDescriptor;var __getOwnPropNames=Object.getOwnPropertyNames;var __hasOwnProp=Object.prototype.hasOwnProperty;var __export=(target,all)=>{for(var name in all)__defProp(target,name,{get:all[name],enumerable:!0})},__copyProps=(to,from,except,desc)=>{if(from&&typeof from=="object"||typeof from=="function")for(let key of __getOwnPropNames(from))!__hasOwnProp.call(to,key)&&key!==except&&__defProp(to,key,{get:()=>from[key],enumerable:!(desc=__getOwnPropDesc(from,key))||desc.enumerable});return to};var __toCommonJS=mod=>__copyProps(__defProp({},"__esModule",{value:!0}),mod);var stdin_exports={};__export(stdin_exports,{api_exports:()=>api_exports,findSetup:()=>findSetup,findSnippetTask:()=>findSnippetTask,getInferenceSnippets:()=>getInferenceSnippets});module.exports=__toCommonJS(stdin_exports);var import_chunk_5T7LMB7T=require("./chunk-5T7LMB7T.js"),import_chunk_ZRLWBCBV=require("./chunk-ZRLWBCBV.js"),import_chunk_LUSNCMKC=require("./chunk-LUSNCMKC.js"),import_chunk_CQ52GEHY=require("./chunk-CQ52GEHY.js");function makeRawRequest(source,helper){const{args,options,provider,task}=source;return checkEndpoint(options.endpointUrl),isRoutedChat(source)?(provider!==import_chunk_ZRLWBCBV.AUTO&&(0,import_chunk_ZRLWBCBV.authMethod)(helper.provider,trialToken(options),void 0),makeChat(routerChatUrl(options),{...args,model:nameChatModel(source)})):provider!==import_chunk_ZRLWBCBV.AUTO?askProvider(source,helper):task==="conversational"&&options.endpointUrl?makeChat(options.endpointUrl,args):void 0}function nameChatModel(source){return isRoutedChat(source)?source.provider===import_chunk_ZRLWBCBV.AUTO?source.model:`${source.model}:${source.provider}`:source.providerModel}function isRoutedChat({options,provider,task}){return task==="conversational"&&!options.endpointUrl&&(!options.directRequest||provider===import_chunk_ZRLWBCBV.AUTO)}function makeChat(url,value){return{url,scheme:"Bearer",body:{kind:"json",value},bareBase64:!1}}function routerChatUrl({routerUrl=import_chunk_ZRLWBCBV.ROUTER_URL}){return`${routerUrl.replace(/\/+$/,"")}/v1/chat/completions`}function askProvider(source,helper){const{args,mapping,options,providerModel:model,task}=source,{provider,wire:adapter}=helper,endpoint=options.endpointUrl||void 0,auth=(0,import_chunk_ZRLWBCBV.authMethod)(provider,trialToken(options),void 0),call={task,args,model,endpoint,auth,mapping},{body,scheme,url}=(0,import_chunk_ZRLWBCBV.outlineRequest)(call,adapter,provider,{routerUrl:options.routerUrl}),file=findFile(args),isBody=adapter.file==="body"&&args.inputs===file&&!args.parameters;return{url:endpoint?endpointUrl(source,endpoint):url,scheme,body:file&&isBody?{kind:"file",file}:readBody(body,file,adapter.copies),bareBase64:(adapter.file??"data-url")!=="data-url"}}function trialToken({accessToken,directRequest}){return accessToken||(directRequest?"not_hf_token_placeholder":"hf_token_placeholder")}function endpointUrl({providerModel:model,task},endpoint){if(task!=="conversational")return endpoint;const{provider,wire}=(0,import_chunk_ZRLWBCBV.getProviderHelper)("hf-inference",task);return(0,import_chunk_ZRLWBCBV.outlineRequest)({task,args:{},model,endpoint,auth:"none"},wire,provider,{}).url}function checkEndpoint(endpoint){if(!(!endpoint||/^https?:\/\//.test(endpoint)))throw new import_chunk_LUSNCMKC.InferenceClientInputError(`endpointUrl must start with http:// or https://, got "${endpoint}".`)}function readBody(body,file,copies){if(body.kind==="json"){const value=body.value;return{kind:"json",value:copies?withoutCopies(value,copies):value}}return{kind:"form",fields:[...body.form].map(([name,value])=>[name,typeof value!="string"&&file?file:String(value)])}}function withoutCopies(value,copies){if(!(0,import_chunk_5T7LMB7T.isMembers)(value))return value;const members=Object.entries(value).filter(([name,member])=>!(copies.includes(name)&&findFile(member)));return Object.fromEntries(members.map(([name,member])=>[name,withoutCopies(member,copies)]))}function findFile(value){if(value instanceof import_chunk_5T7LMB7T.FileInput)return value;const inner=Array.isArray(value)?value:(0,import_chunk_5T7LMB7T.isMembers)(value)?Object.values(value):[];for(const entry of inner){const file=findFile(entry);if(file)return file}}function chooseToken(provider,options){return options.accessToken?{literal:options.accessToken}:options.endpointUrl?{variable:"API_TOKEN"}:provider==="hf-inference"||provider===import_chunk_ZRLWBCBV.AUTO||!options.directRequest?{variable:"HF_TOKEN"}:{variable:`${provider.toUpperCase().replaceAll("-","_")}_API_KEY`}}function pythonToken(token){return"literal"in token?token.literal:(0,import_chunk_5T7LMB7T.code)(`os.environ["${token.variable}"]`)}function pythonAuthorization(scheme,token){return"literal"in token?`${scheme} ${token.literal}`:(0,import_chunk_5T7LMB7T.code)(`f"${scheme} {os.environ['${token.variable}']}"`)}function jsToken(token){return"literal"in token?token.literal:(0,import_chunk_5T7LMB7T.code)(`process.env.${token.variable}`)}function jsAuthorization(scheme,token){return"literal"in token?`${scheme} ${token.literal}`:(0,import_chunk_5T7LMB7T.code)(`\`${scheme} \${process.env.${token.variable}}\``)}function shellAuthorization(scheme,token){return"literal"in token?(0,import_chunk_5T7LMB7T.quoteShell)(`Authorization: ${scheme} ${token.literal}`):`"Authorization: ${scheme} $${token.variable}"`}function writeCurl(plan){const{request,template}=plan;if(!request)return;const{url}=request,start=["curl"];template==="conversationalStream"&&start.push("--no-buffer"),/[[\]{}]/.test(url)&&start.push("--globoff");const[data,...below]=writeBody(plan,request),options=[...writeHeaders(plan,request),data];return[[[...start,(0,import_chunk_5T7LMB7T.quoteShell)(url)].join(" "),...options].join(` \\
	`),...below].join(`
`)}function writeHeaders({billTo,template,token},{body,scheme}){const method=template.startsWith("conversational")?[]:["-X POST"],type=body.kind==="json"?"application/json":body.kind==="file"?body.file.type:void 0;return[...method,`-H ${shellAuthorization(scheme,token)}`,...type===void 0?[]:[`-H 'Content-Type: ${type}'`],...billTo===void 0?[]:[`-H ${(0,import_chunk_5T7LMB7T.quoteShell)(`X-HF-Bill-To: ${billTo}`)}`]]}function writeBody({template},{bareBase64,body}){if(body.kind==="file")return[`--data-binary @${(0,import_chunk_5T7LMB7T.quoteShell)(body.file.name)}`];if(body.kind==="form")return[body.fields.map(([name,value2])=>typeof value2=="string"?`--form-string ${(0,import_chunk_5T7LMB7T.quoteShell)(`${name}=${value2}`)}`:`-F ${(0,import_chunk_5T7LMB7T.quoteShell)(`${name}=@"${value2.name.replace(/["\\]/g,"\\$&")}"`)}`).join(` \\
	`)];const value=template.startsWith("conversational")?{...body.value,stream:template==="conversationalStream"}:body.value,file=findFile(value);return file?["-d @- <<JSON",writeDocument(value,file,bareBase64),"JSON"]:[`-d '${(template==="zeroShotClassification"?(0,import_chunk_5T7LMB7T.printJsonLine)(value):(0,import_chunk_5T7LMB7T.printJson)(value)).replaceAll(`
`,`
	`).replaceAll("'","'\\''")}'`]}function writeDocument(value,file,bareBase64){const json=(0,import_chunk_5T7LMB7T.printJson)(value,()=>"\0").replace(/[\\$`]/g,"\\$&"),base64=`$(base64 < ${(0,import_chunk_5T7LMB7T.quoteShell)(file.name)} | tr -d '\\n')`;return json.replaceAll("\0",()=>`"${bareBase64?"":`data:${file.type};base64,`}${base64}"`)}function pythonImports(token,...statements){const os=token&&"variable"in token?"import os":void 0;return(0,import_chunk_5T7LMB7T.lines)(...[os,...statements].map(statement=>statement?(0,import_chunk_5T7LMB7T.code)(statement):void 0))}function pythonCall(name,positional,named,writeFile){let entries="";for(const{content}of positional)entries+=entryLine(content);const others=[];for(const[key,value]of Object.entries(named))(0,import_chunk_5T7LMB7T.isPythonName)(key)?entries+=entryLine(`${key}=${(0,import_chunk_5T7LMB7T.printPython)(value,writeFile).content}`):others.push([key,value]);return others.length>0&&(entries+=entryLine(`**${(0,import_chunk_5T7LMB7T.printPython)(Object.fromEntries(others),writeFile).content}`)),(0,import_chunk_5T7LMB7T.code)(`${name}(
${entries})`)}function entryLine(entry){return`	${entry.includes(`
`)?entry.replaceAll(`
`,`
	`):entry},
`}var CHAT_ARGUMENTS="messages model frequency_penalty logit_bias logprobs max_tokens n presence_penalty response_format seed stop stream stream_options temperature tool_choice tools top_logprobs top_p".split(" ");function chatArguments(args){return withExtraBody(args,CHAT_ARGUMENTS)}function withExtraBody(args,names){const[named,others]=split(args,name=>names.includes(name));return Object.keys(others).length>0?{...named,extra_body:others}:named}function split(members,fits){const pick=wanted=>Object.fromEntries(Object.entries(members).filter(([name])=>fits(name)===wanted));return[pick(!0),pick(!1)]}var PYTHON_CHUNKS=(0,import_chunk_5T7LMB7T.code)(["for chunk in stream:","	if chunk.choices and chunk.choices[0].delta.content:",'		print(chunk.choices[0].delta.content, end="")'].join(`
`));function readFilePython(file){return import_chunk_5T7LMB7T.python`
		with open(${file.name}, "rb") as file:
			${(0,import_chunk_5T7LMB7T.code)(file.variable)} = base64.b64encode(file.read()).decode()
	`}function pythonDataUrl({type,variable}){return`f"data:${type};base64,{${variable}}"`}function pythonBase64({variable}){return variable}var MEMBERS={textToImage:["prompt","loras"],imageToImage:["image_url","prompt"],imageToVideo:["image_url","prompt"]};function writeFalClient({args,provider,providerModel,request,template}){const members=Object.hasOwn(MEMBERS,template)?MEMBERS[template]:void 0;if(provider!=="fal-ai"||!members||request?.body.kind!=="json")return;const names=[...members,...Object.keys(args.parameters??{})],input=Object.fromEntries(Object.entries(request.body.value).filter(([name])=>names.includes(name))),model=(0,import_chunk_5T7LMB7T.code)((0,import_chunk_5T7LMB7T.quote)(providerModel)),file=findFile(input);if(!file)return import_chunk_5T7LMB7T.python`
			import fal_client

			result = ${pythonCall("fal_client.subscribe",[model],{arguments:input})}
			print(result)
		`.content;const settings={arguments:input,with_logs:!0,on_queue_update:(0,import_chunk_5T7LMB7T.code)("on_queue_update")},call=pythonCall("fal_client.subscribe",[model],settings,pythonDataUrl);return import_chunk_5T7LMB7T.python`
		import base64
		import fal_client

		def on_queue_update(update):
			if isinstance(update, fal_client.InProgress):
				for log in update.logs:
					print(log["message"])

		${readFilePython(file)}

		result = ${call}
		print(result)
	`.content}var ANSWERS={conversational:"chat",conversationalStream:"chunks",imageToImage:"image",imageToVideo:"video",tabular:"text",textToAudio:"audio",textToImage:"image",textToSpeech:"audio",textToVideo:"video"};function answerOf(template){return ANSWERS[template]??"json"}function jsFileImport(...names){const used=names.filter(name=>name!==void 0);return used.length>0?(0,import_chunk_5T7LMB7T.code)(`import { ${used.join(", ")} } from "node:fs/promises";`):void 0}function jsCall(name,values,writeFile){const entries=values.map(value=>(0,import_chunk_5T7LMB7T.printJs)(value,writeFile).content);return entries.length<2?(0,import_chunk_5T7LMB7T.code)(`${name}(${entries.join("")})`):(0,import_chunk_5T7LMB7T.code)(`${name}(
${entries.map(entry=>`	${entry.replaceAll(`
`,`
	`)},
`).join("")})`)}function jsBlob({name,type}){return`new Blob([await readFile(${(0,import_chunk_5T7LMB7T.quote)(name)})], { type: "${type}" })`}function readFileJs({name,variable}){return(0,import_chunk_5T7LMB7T.code)(`const ${variable} = await readFile(${(0,import_chunk_5T7LMB7T.quote)(name)}, "base64");`)}function jsDataUrl({type,variable}){return`\`data:${type};base64,\${${variable}}\``}function jsBase64({variable}){return variable}var FAILURE="`${response.status}: ${await response.text()}`";function writeFetch(plan){const{request,template}=plan;if(!request)return;const answer=answerOf(template),isMedia=isMediaAnswer(answer);return(0,import_chunk_5T7LMB7T.paragraphs)(jsFileImport(readsFile(request.body)?"readFile":void 0,isMedia?"writeFile":void 0),prepareBody(request.body),import_chunk_5T7LMB7T.js`
			const response = await fetch(${request.url}, {
				method: "POST",
				headers: ${(0,import_chunk_5T7LMB7T.printJs)(makeHeaders(plan,request))},
				body: ${writeBody2(request)},
			});
			if (!response.ok) throw new Error(${(0,import_chunk_5T7LMB7T.code)(FAILURE)});
		`,isMedia?readMedia(answer):(0,import_chunk_5T7LMB7T.code)("console.log(JSON.stringify(await response.json()));")).content}function isMediaAnswer(answer){return answer==="image"||answer==="video"||answer==="audio"}function readsFile(body){return body.kind!=="json"||findFile(body.value)!==void 0}function makeHeaders({billTo,token},{body,scheme}){return(0,import_chunk_5T7LMB7T.present)({Authorization:jsAuthorization(scheme,token),"Content-Type":{json:"application/json",file:body.kind==="file"?body.file.type:"",form:void 0}[body.kind],"X-HF-Bill-To":billTo})}function prepareBody(body){if(body.kind==="form"){const fields=body.fields.map(([name,value])=>typeof value=="string"?import_chunk_5T7LMB7T.js`form.append(${name}, ${value});`:import_chunk_5T7LMB7T.js`form.append(${name}, ${(0,import_chunk_5T7LMB7T.code)(jsBlob(value))}, ${value.name});`);return(0,import_chunk_5T7LMB7T.lines)((0,import_chunk_5T7LMB7T.code)("const form = new FormData();"),...fields)}const file=body.kind==="json"?findFile(body.value):void 0;return file&&readFileJs(file)}function writeBody2({bareBase64,body}){return body.kind==="form"?(0,import_chunk_5T7LMB7T.code)("form"):body.kind==="file"?(0,import_chunk_5T7LMB7T.code)(`await readFile(${(0,import_chunk_5T7LMB7T.quote)(body.file.name)})`):import_chunk_5T7LMB7T.js`JSON.stringify(${(0,import_chunk_5T7LMB7T.printJs)(body.value,bareBase64?jsBase64:jsDataUrl)})`}function readMedia(answer){return import_chunk_5T7LMB7T.js`
		if (response.headers.get("content-type")?.includes("json")) {
			console.log(JSON.stringify(await response.json()));
		} else {
			const ${(0,import_chunk_5T7LMB7T.code)(answer)} = await response.blob();
			const file = ${(0,import_chunk_5T7LMB7T.code)(`\`${answer}.\${${answer}.type.split("/")[1] ?? "bin"}\``)};
			await writeFile(file, ${(0,import_chunk_5T7LMB7T.code)(answer)}.stream());
			console.log("Saved", file);
		}
	`}var __freeze=Object.freeze,__defProp2=Object.defineProperty,__template=(cooked,raw)=>__freeze(__defProp2(cooked,"raw",{value:__freeze(raw||cooked.slice())})),_a,_b,_c,_d,_e,_f,IMAGE="a PIL.Image: show it with .show(), keep it with .save(name)",RESULTS={imageToImage:IMAGE,textToImage:IMAGE,imageToVideo:"the bytes of a video",textToVideo:"the bytes of a video",textToSpeech:"the bytes of a recording"},PARAMETERS={image:["guidance_scale","height","negative_prompt","num_inference_steps","scheduler","seed","width"],speech:[],transcript:[],video:["guidance_scale","negative_prompt","num_frames","num_inference_steps","seed"]};function writeHuggingfaceHub(plan){return(0,import_chunk_5T7LMB7T.python)(_a||(_a=__template([`
		`,`

		client = `,`

		`,`
	`])),pythonImports(plan.token,"from huggingface_hub import InferenceClient"),makeClient(plan),writeCall(plan)).content}function makeClient({baseUrl,billTo,endpointUrl:endpointUrl2,provider,token}){const settings={base_url:endpointUrl2&&baseUrl,provider,api_key:pythonToken(token),bill_to:billTo};return pythonCall("InferenceClient",[],(0,import_chunk_5T7LMB7T.present)(settings))}function writeCall(plan){const{args,model,routerNote,template}=plan,note=(0,import_chunk_5T7LMB7T.code)(routerNote?"# ".concat(routerNote,`
`):"");if(template==="conversational")return(0,import_chunk_5T7LMB7T.python)(_b||(_b=__template([`
			`,"completion = ",`

			print(completion.choices[0].message)
		`])),note,pythonCall("client.chat.completions.create",[],{model,...chatArguments(args)}));if(template==="conversationalStream")return(0,import_chunk_5T7LMB7T.python)(_c||(_c=__template([`
			`,"stream = ",`

			`,`
		`])),note,pythonCall("client.chat.completions.create",[],{model,...chatArguments(args),stream:!0}),PYTHON_CHUNKS);const[positional,named]=splitArguments(plan),target=plan.endpointUrl?{}:{model},method="client.".concat(plan.task.replaceAll("-","_")),{inputs:_,parameters={},...others}=args,names=template==="imageToImage"||template==="imageToVideo"?void 0:PARAMETERS[plan.output],ofTask=names?withExtraBody(parameters,names):parameters,call=pythonCall(method,positional,{...named,...others,...ofTask,...target}),meaning=Object.hasOwn(RESULTS,template)?RESULTS[template]:void 0,result=meaning?(0,import_chunk_5T7LMB7T.python)(_d||(_d=__template([`
			# `,`
			result = `,`
			print(`,")"])),(0,import_chunk_5T7LMB7T.code)(meaning),call,(0,import_chunk_5T7LMB7T.code)(meaning===IMAGE?"result":"type(result)")):(0,import_chunk_5T7LMB7T.python)(_e||(_e=__template([`
			result = `,`
			print(result)`])),call),file=findFile(args);return!file||template!=="imageToImage"&&template!=="imageToVideo"?result:(0,import_chunk_5T7LMB7T.python)(_f||(_f=__template([`
		with open(`,`, "rb") as file:
			image = file.read()

		`,`
	`])),file.name,result)}function splitArguments({args,output,template}){const{inputs=null}=args,members=(0,import_chunk_5T7LMB7T.isMembers)(inputs)?inputs:{};switch(template){case"imageToImage":case"imageToVideo":return[[(0,import_chunk_5T7LMB7T.code)("image")],{}];case"questionAnswering":return[[],members];case"tableQuestionAnswering":{const{table,...others}=members;return[[],table===void 0?others:{...others,table:(0,import_chunk_5T7LMB7T.printPythonLine)(table)}]}case"documentQuestionAnswering":{const{image,...others}=members;return[[(0,import_chunk_5T7LMB7T.code)((0,import_chunk_5T7LMB7T.quote)(image instanceof import_chunk_5T7LMB7T.FileInput?image.name:""))],others]}default:{const{source_sentence:source,sentences}=members;return[(output==="similarities"&&source!==void 0&&sentences!==void 0?[source,sentences]:[inputs]).map(value=>(0,import_chunk_5T7LMB7T.printPythonLine)(value)),{}]}}}var __freeze2=Object.freeze,__defProp22=Object.defineProperty,__template2=(cooked,raw)=>__freeze2(__defProp22(cooked,"raw",{value:__freeze2(raw||cooked.slice())})),_a2,_b2,_c2,_d2,ONLY={basicAudio:"transcript",basicImage:"labels"},FILES=["imageToImage","imageToVideo","textToAudio","textToImage","textToSpeech","textToVideo"];function writeHuggingfaceJs(plan){const{args,library,output,provider,template,token}=plan;if((ONLY[template]??output)===output&&!(template==="textToAudio"&&provider==="hf-inference"&&library!=="transformers"))return(0,import_chunk_5T7LMB7T.paragraphs)((0,import_chunk_5T7LMB7T.lines)(jsFileImport(findFile(args)&&"readFile"),(0,import_chunk_5T7LMB7T.code)('import { InferenceClient } from "@huggingface/inference";')),(0,import_chunk_5T7LMB7T.js)(_a2||(_a2=__template2(["const client = new InferenceClient(",");"])),(0,import_chunk_5T7LMB7T.printJs)(jsToken(token))),writeCall2(plan)).content}function writeCall2(plan){const{billTo,routerNote,task,template}=plan,note=(0,import_chunk_5T7LMB7T.code)(routerNote?"// ".concat(routerNote,`
`):""),values=[describeCall(plan),...billTo===void 0?[]:[{billTo}]];if(template==="conversational")return(0,import_chunk_5T7LMB7T.js)(_b2||(_b2=__template2([`
			`,"const completion = await ",`;

			console.log(completion.choices[0].message);
		`])),note,jsCall("client.chatCompletion",values));if(template==="conversationalStream")return(0,import_chunk_5T7LMB7T.js)(_c2||(_c2=__template2([`
			`,"const stream = ",`;

			for await (const chunk of stream) {
				if (chunk.choices?.length > 0) {
					process.stdout.write(chunk.choices[0].delta.content ?? "");
				}
			}
		`])),note,jsCall("client.chatCompletionStream",values));const method=task.replace(/-(.)/g,(_,letter)=>letter.toUpperCase()),call=(0,import_chunk_5T7LMB7T.js)(_d2||(_d2=__template2(["const output = await ",";"])),jsCall("client.".concat(method),values,jsBlob));return(0,import_chunk_5T7LMB7T.paragraphs)((0,import_chunk_5T7LMB7T.lines)(...notes(plan),call),(0,import_chunk_5T7LMB7T.code)("console.log(output);"))}function describeCall({args,endpointUrl:endpointUrl2,hasOwnParameters,model,provider,template}){const{inputs,...others}=args,whom=endpointUrl2?{}:{provider};switch(template){case"conversational":case"conversationalStream":return(0,import_chunk_5T7LMB7T.present)({endpointUrl:endpointUrl2,...whom,model,...args});case"basic":return(0,import_chunk_5T7LMB7T.present)({endpointUrl:endpointUrl2,model,inputs,...others,...whom});case"basicAudio":case"basicImage":return(0,import_chunk_5T7LMB7T.present)({endpointUrl:endpointUrl2,data:inputs,model,...others,...whom});case"textToImage":return(0,import_chunk_5T7LMB7T.present)({endpointUrl:endpointUrl2,...whom,model,inputs,parameters:hasOwnParameters?void 0:{num_inference_steps:5},...others});default:return(0,import_chunk_5T7LMB7T.present)({endpointUrl:endpointUrl2,...whom,model,inputs,...others})}}function notes({output,provider,template}){const found=[];return provider==="fal-ai"&&output==="transcript"&&found.push("fal-ai takes audio/mpeg, audio/mp4, audio/wav and audio/x-wav only"),FILES.includes(template)&&found.push("The result is a Blob: write its .stream() to a file to keep it"),found.map(note=>(0,import_chunk_5T7LMB7T.code)("// ".concat(note)))}function writeOpenaiJs(plan){const{args,baseUrl:baseURL,billTo,chatModel:model,request,template,token}=plan,isStream=template==="conversationalStream";if(!request)return;const settings=(0,import_chunk_5T7LMB7T.present)({baseURL,apiKey:jsToken(token),defaultHeaders:billTo===void 0?void 0:{"X-HF-Bill-To":billTo}}),start=import_chunk_5T7LMB7T.js`
		import { OpenAI } from "openai";

		const client = new ${jsCall("OpenAI",[settings])};
	`,call=jsCall("client.chat.completions.create",[{model,...args,...isStream?{stream:!0}:{}}]),rest=isStream?import_chunk_5T7LMB7T.js`
			const stream = await ${call};

			for await (const chunk of stream) {
				process.stdout.write(chunk.choices[0]?.delta?.content ?? "");
			}
		`:import_chunk_5T7LMB7T.js`
			const completion = await ${call};

			console.log(completion.choices[0].message);
		`;return(0,import_chunk_5T7LMB7T.paragraphs)(start,rest).content}function writeOpenaiPython(plan){const{args,baseUrl,billTo,chatModel:model,request,template,token}=plan,isStream=template==="conversationalStream";if(!request)return;const settings={base_url:baseUrl,api_key:pythonToken(token),default_headers:billTo===void 0?void 0:{"X-HF-Bill-To":billTo}},start=import_chunk_5T7LMB7T.python`
		${pythonImports(token,"from openai import OpenAI")}

		client = ${pythonCall("OpenAI",[],(0,import_chunk_5T7LMB7T.present)(settings))}
	`;return isStream?import_chunk_5T7LMB7T.python`
			${start}

			stream = ${pythonCall("client.chat.completions.create",[],{model,...chatArguments(args),stream:!0})}

			${PYTHON_CHUNKS}
		`.content:import_chunk_5T7LMB7T.python`
		${start}

		completion = ${pythonCall("client.chat.completions.create",[],{model,...chatArguments(args)})}

		print(completion.choices[0].message)
	`.content}function writeRequests(plan){const{provider,request,template}=plan;if(!request||template==="textToImage"&&provider!=="hf-inference")return;const answer=answerOf(template);return import_chunk_5T7LMB7T.python`
		${writeImports(plan,request,answer)}

		API_URL = ${request.url}
		headers = ${(0,import_chunk_5T7LMB7T.printPython)(makeHeaders2(plan,request))}

		${writeQuery(request,answer)}

		${writeCall3(plan,request,answer)}
	`.content}function writeImports({token},{body},answer){return pythonImports(token,body.kind==="json"&&findFile(body.value)?"import base64":void 0,answer==="image"?"import io":void 0,answer==="chunks"?"import json":void 0,"import requests",answer==="audio"?"from IPython.display import Audio":void 0,answer==="image"?"from PIL import Image":void 0)}function makeHeaders2({billTo,token},{body,scheme}){return(0,import_chunk_5T7LMB7T.present)({Authorization:pythonAuthorization(scheme,token),"Content-Type":body.kind==="file"?body.file.type:void 0,"X-HF-Bill-To":billTo})}var RETURN_TYPE={json:".json()",chat:".json()",text:".content"};function writeQuery({body},answer){if(body.kind==="file")return import_chunk_5T7LMB7T.python`
			def query(filename):
				with open(filename, "rb") as file:
					response = requests.post(API_URL, headers=headers, data=file)
				response.raise_for_status()
				return response.json()
		`;if(body.kind==="form"){const texts=body.fields.filter(field=>typeof field[1]=="string"),[name="file"]=body.fields.find(([,value])=>value instanceof import_chunk_5T7LMB7T.FileInput)??[];return import_chunk_5T7LMB7T.python`
			def query(filename):
				with open(filename, "rb") as file:
					response = requests.post(
						API_URL,
						headers=headers,
						data=${(0,import_chunk_5T7LMB7T.printPython)(Object.fromEntries(texts))},
						files={${name}: file},
					)
				response.raise_for_status()
				return response.json()
		`}return answer==="chunks"?import_chunk_5T7LMB7T.python`
			def query(payload):
				response = requests.post(API_URL, headers=headers, json=payload, stream=True)
				response.raise_for_status()
				for line in response.iter_lines():
					if not line.startswith(b"data:"):
						continue
					data = line[len(b"data:"):].strip()
					if data == b"[DONE]":
						return
					yield json.loads(data)
		`:import_chunk_5T7LMB7T.python`
		def query(payload):
			response = requests.post(API_URL, headers=headers, json=payload)
			response.raise_for_status()
			return response${(0,import_chunk_5T7LMB7T.code)(RETURN_TYPE[answer]??"")}
	`}function writeCall3({library},request,answer){const{body}=request;if(body.kind!=="json"){const file2=body.kind==="file"?body.file:body.fields.map(([,value])=>value).find(isFile);return import_chunk_5T7LMB7T.python`
			output = query(${file2?.name??""})
			print(output)
		`}const payload=answer==="chunks"?{...body.value,stream:!0}:body.value,printed=(0,import_chunk_5T7LMB7T.printPython)(payload,request.bareBase64?pythonBase64:pythonDataUrl),file=findFile(payload),call=import_chunk_5T7LMB7T.python`query(${printed})`,read=readAnswer(call,answer,library);return file?import_chunk_5T7LMB7T.python`
			${readFilePython(file)}

			${read}`:read}function isFile(value){return value instanceof import_chunk_5T7LMB7T.FileInput}function readAnswer(call,answer,library){switch(answer){case"json":return import_chunk_5T7LMB7T.python`
				output = ${call}
				print(output)
			`;case"text":return import_chunk_5T7LMB7T.python`
				output = ${call}
				print(output.decode())
			`;case"chat":return import_chunk_5T7LMB7T.python`
				response = ${call}
				print(response["choices"][0]["message"])
			`;case"chunks":return import_chunk_5T7LMB7T.python`
				chunks = ${call}

				for chunk in chunks:
					if chunk["choices"] and chunk["choices"][0]["delta"].get("content"):
						print(chunk["choices"][0]["delta"]["content"], end="")
			`;default:return import_chunk_5T7LMB7T.python`
				response = ${call}

				if "json" in response.headers.get("Content-Type", ""):
					${answer==="audio"&&library!=="transformers"?READ_SAMPLES:(0,import_chunk_5T7LMB7T.code)("print(response.json())")}
				else:
					${READ_BYTES[answer]}
			`}}var READ_SAMPLES=(0,import_chunk_5T7LMB7T.lines)((0,import_chunk_5T7LMB7T.code)("output = response.json()"),(0,import_chunk_5T7LMB7T.code)("if isinstance(output, list) and len(output) == 2:"),(0,import_chunk_5T7LMB7T.code)("	audio, sampling_rate = output"),(0,import_chunk_5T7LMB7T.code)("	print(Audio(audio, rate=sampling_rate))"),(0,import_chunk_5T7LMB7T.code)("else:"),(0,import_chunk_5T7LMB7T.code)("	print(output)")),READ_BYTES={image:(0,import_chunk_5T7LMB7T.lines)((0,import_chunk_5T7LMB7T.code)("image = Image.open(io.BytesIO(response.content))"),(0,import_chunk_5T7LMB7T.code)("print(image)")),video:(0,import_chunk_5T7LMB7T.lines)((0,import_chunk_5T7LMB7T.code)('with open("video.mp4", "wb") as file:'),(0,import_chunk_5T7LMB7T.code)("	file.write(response.content)"),(0,import_chunk_5T7LMB7T.code)('print("Saved video.mp4")')),audio:(0,import_chunk_5T7LMB7T.lines)((0,import_chunk_5T7LMB7T.code)("audio = Audio(response.content)  # plays in a notebook"),(0,import_chunk_5T7LMB7T.code)('print(len(response.content), "bytes of audio")'))},BASIC=["basic","basicAudio","basicImage"],CHAT=["conversational","conversationalStream"],EDIT=["imageToImage","imageToVideo"],SNIPPET_CLIENTS=[{language:"python",client:"huggingface_hub",setup:"pip install huggingface_hub",templates:[...BASIC,...CHAT,...EDIT,"documentQuestionAnswering","questionAnswering","tableQuestionAnswering","textToImage","textToSpeech","textToVideo"],write:writeHuggingfaceHub},{language:"python",client:"fal_client",setup:"pip install fal-client",templates:[...EDIT,"textToImage"],write:writeFalClient},{language:"python",client:"requests",setup:"pip install requests",templates:[...BASIC,...CHAT,...EDIT,"documentQuestionAnswering","tabular","textToAudio","textToImage","textToSpeech","zeroShotClassification","zeroShotImageClassification"],write:writeRequests},{language:"python",client:"openai",setup:"pip install openai",templates:CHAT,write:writeOpenaiPython},{language:"js",client:"fetch",templates:[...BASIC,...EDIT,"conversational","textToAudio","textToImage","textToSpeech","zeroShotClassification"],write:writeFetch},{language:"js",client:"huggingface.js",setup:"npm install @huggingface/inference",templates:[...BASIC,...CHAT,...EDIT,"textToAudio","textToImage","textToSpeech","textToVideo"],write:writeHuggingfaceJs},{language:"js",client:"openai",setup:"npm install openai",templates:CHAT,write:writeOpenaiJs},{language:"sh",client:"curl",templates:[...BASIC,...CHAT,"zeroShotClassification"],write:writeCurl}];function writeSnippets(plan){return SNIPPET_CLIENTS.flatMap(({language,client,templates,write})=>{const content=templates.includes(plan.template)?write(plan):void 0;return content===void 0?[]:[{language,client,content:content.replaceAll("	","    ")}]})}var FURTHER_PACKAGES=[[/^from PIL |^result = client\.(?:image_segmentation|image_to_image|text_to_image)\(/m,"pillow"],[/^from IPython/m,"ipython"],[/^result = client\.feature_extraction\(/m,"numpy"]];function findSetup({language,client,content}){const setup=SNIPPET_CLIENTS.find(candidate=>candidate.language===language&&candidate.client===client)?.setup;if(setup===void 0||language!=="python")return setup;const further=FURTHER_PACKAGES.filter(([use])=>use.test(content)).map(([,name])=>name);return[setup,...further].join(" ")}var api_exports={};(0,import_chunk_CQ52GEHY.__export)(api_exports,{findSetup:()=>findSetup,findSnippetTask:()=>findSnippetTask,getInferenceSnippets:()=>getInferenceSnippets});var CANDIDATE_LABELS=["refund","legal","faq"],IMAGE_LABELS=["cat","dog","llama"];function prepareArgs({template,output},model,options){const given=options.inputs?(0,import_chunk_5T7LMB7T.toValue)(options.inputs):void 0,parameters=(0,import_chunk_5T7LMB7T.toMembers)(options.parameters);if(template==="conversational"||template==="conversationalStream")return prepareChat(model,options,(0,import_chunk_5T7LMB7T.isMembers)(given)?given:{},parameters);const example=(0,import_chunk_5T7LMB7T.findExampleInput)(model)??import_chunk_5T7LMB7T.NO_EXAMPLE;switch(template){case"basicAudio":case"basicImage":return withParameters(chooseFile(given,example),parameters);case"imageToImage":case"imageToVideo":{const prompt=findMember("prompt",parameters,memberOf(given,"parameters"),given,example);return withParameters(chooseFile(given,memberOf(example,"image")),{...prompt,...parameters})}case"zeroShotImageClassification":return withParameters(chooseFile(given,example),{candidate_labels:IMAGE_LABELS,...parameters});case"zeroShotClassification":return withParameters(given??example,{candidate_labels:CANDIDATE_LABELS,...parameters});case"documentQuestionAnswering":{const image=chooseFile(given,memberOf(example,"image"));return withParameters({image,...findMember("question",given,example)},parameters)}case"questionAnswering":case"tableQuestionAnswering":return withParameters(Object.assign({},...(template==="questionAnswering"?["question","context"]:["query","table"]).map(name=>findMember(name,given,example))),parameters);case"tabular":return withParameters({data:given??example},parameters);default:return output==="vectors"?{inputs:given??example,...parameters}:withParameters(given??example,parameters)}}function prepareChat(model,options,given,parameters){const messages=(0,import_chunk_5T7LMB7T.toValue)(options.messages)??given.messages??(0,import_chunk_5T7LMB7T.chooseExampleMessages)(model),settings={};for(const name of["temperature","max_tokens","top_p"]){const value=options[name]||given[name];value&&(settings[name]=value)}return{messages,...settings,...parameters}}function withParameters(inputs,parameters){return Object.keys(parameters).length>0?{inputs,parameters}:{inputs}}function chooseFile(given,example){const named=["inputs","image","audio"].map(name2=>memberOf(given,name2)),name=[typeof given=="string"&&/\.\w+$/.test(given)?given:void 0,...named,example].find(value=>typeof value=="string"&&value!=="");return new import_chunk_5T7LMB7T.FileInput(String(name))}function findMember(name,...sources){const value=sources.map(source=>memberOf(source,name)).find(found=>found!==void 0);return value===void 0?{}:{[name]:value}}function memberOf(value,name){return(0,import_chunk_5T7LMB7T.isMembers)(value)&&Object.hasOwn(value,name)?value[name]:void 0}function makePlan(subject,model,provider,helper,mapping,options){const source={...subject,model:model.id,provider,providerModel:mapping?.providerId??model.id,mapping,args:prepareArgs(subject,model,options),options},request=makeRawRequest(source,helper),chatModel=nameChatModel(source),isRouted=subject.task==="conversational"&&chatModel===`${model.id}:${provider}`;return{...subject,model:source.model,library:model.library_name,provider,providerModel:source.providerModel,chatModel,routerNote:isRouted?`or, without the provider: model ${(0,import_chunk_5T7LMB7T.quote)(chatModel)}`:void 0,args:source.args,hasOwnParameters:options.parameters!==void 0,token:chooseToken(provider,options),billTo:options.billTo||void 0,endpointUrl:options.endpointUrl||void 0,request,baseUrl:withoutEnd(request?.url??options.endpointUrl??"","/chat/completions")}}function withoutEnd(text,end){return text.endsWith(end)?text.slice(0,-end.length):text}function getInferenceSnippets(model,provider,mapping,options){const subject=(0,import_chunk_5T7LMB7T.findSubject)(model,options?.streaming??!1),helper=subject&&findHelper(provider,subject.task);if(!subject||!helper)return[];const plan=makePlan(subject,model,provider,helper,mapping??void 0,options??{});return writeSnippets(plan)}function findHelper(provider,task){try{return(0,import_chunk_ZRLWBCBV.getProviderHelper)(provider,task)}catch(error){(0,import_chunk_ZRLWBCBV.logError)(`Failed to get provider helper for ${provider} (${task})`,error);return}}function findSnippetTask(model){return(0,import_chunk_5T7LMB7T.findSubject)(model,!1)?.task}0&&(module.exports={api_exports,findSetup,findSnippetTask,getInferenceSnippets});
