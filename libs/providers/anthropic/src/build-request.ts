import type { NeutralRequest, TranslateInput, Translation } from '@tollgate/model-spec';
import { makeResponseReader } from './read-response';
import { createStreamReader } from './read-stream';
import { signRequest } from './sign-request';
import type { OutputConfig, WireRequest } from './wire';
import { writeMessages } from './write-messages';
import { writeReasoning } from './write-reasoning';
import { writeTools, type WireTools } from './write-tools';

const jsonObjectLine = 'Answer with one JSON object only.';

/** A neutral request in the words of the Messages API, and who reads its answer. */
export function translate({ isStreaming, request, target }: TranslateInput): Translation {
  const hasNativeFormat = target.supportedParameters.includes('structured_outputs');
  const wireTools = writeTools(request, {
    wantsJsonTool: !hasNativeFormat,
    isOpenAiFamily: target.family === 'openai',
  });
  const body = buildBody({ isStreaming, request, target }, wireTools, hasNativeFormat);
  const { jsonTool } = wireTools;
  return {
    request: {
      url: `${target.baseUrl}/messages`,
      headers: signRequest(target),
      body: JSON.stringify(body),
    },
    readResponse: makeResponseReader(jsonTool),
    createStreamReader: () => createStreamReader(jsonTool),
  };
}

function buildBody(
  { isStreaming, request, target }: TranslateInput,
  { tool_choice, tools }: WireTools,
  hasNativeFormat: boolean,
): WireRequest {
  const { messages, system } = writeMessages(request.messages);
  if (request.outputFormat?.type === 'json_object') {
    system.push({ type: 'text', text: jsonObjectLine });
  }
  const { effort, max_tokens, thinking } = writeReasoning({
    wish: request.reasoning,
    outputTokensMax: request.outputTokensMax,
    target,
    messages,
    toolChoice: tool_choice,
  });
  const outputConfig: OutputConfig = {
    ...(effort !== undefined && { effort }),
    ...(hasNativeFormat && writeFormat(request)),
  };
  const { plugins } = request;
  return {
    model: target.upstreamModel,
    max_tokens,
    ...(system.length > 0 && { system }),
    messages,
    ...(tools !== undefined && { tools }),
    ...(tool_choice !== undefined && { tool_choice }),
    ...(thinking !== undefined && { thinking }),
    ...(Object.keys(outputConfig).length > 0 && { output_config: outputConfig }),
    ...writeSampling(request),
    ...(plugins !== undefined && target.supportedParameters.includes('plugins') && { plugins }),
    ...(isStreaming && { stream: true }),
  };
}

function writeFormat({ outputFormat }: NeutralRequest): Pick<OutputConfig, 'format'> {
  if (outputFormat?.type !== 'json_schema') return {};
  return { format: { type: 'json_schema', schema: { ...outputFormat.schema } } };
}

/** What else the caller may set (penalties, seed, …) has no name here and is left out. */
function writeSampling({ stop, temperature, topK, topP }: NeutralRequest): Partial<WireRequest> {
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
    ...(stop.length > 0 && { stop_sequences: [...stop] }),
  };
}
