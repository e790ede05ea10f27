import type { OutputFormat, TranslateInput, Translation } from '@tollgate/model-spec';
import { takesPlugins, type Draft } from '@tollgate/model-kit';
import { makeResponseReader } from './read-response';
import { createStreamReader } from './read-stream';
import { signRequest } from './sign-request';
import type { OutputConfig, WireRequest } from './wire';
import { writeMessages } from './write-messages';
import { writeReasoning } from './write-reasoning';
import { writeSearch } from './write-search';
import { writeTools, type WireTools } from './write-tools';

const jsonObjectLine = 'Answer with one JSON object only.';

/** A neutral request as a Messages body, with the reader of its answer. */
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
): Draft<WireRequest> {
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
  const format = hasNativeFormat ? writeFormat(request.outputFormat) : undefined;
  // What else the caller may set (penalties, seed, …) has no name here and is left out.
  return {
    model: target.upstreamModel,
    max_tokens,
    system: system.length > 0 ? system : undefined,
    messages,
    tools: request.webSearch ? [...(tools ?? []), writeSearch(request.webSearch)] : tools,
    tool_choice,
    thinking,
    output_config: writeOutputConfig({ effort, format }),
    temperature: request.temperature,
    top_p: request.topP,
    top_k: request.topK,
    stop_sequences: request.stop.length > 0 ? [...request.stop] : undefined,
    plugins: takesPlugins(target) ? request.plugins : undefined,
    stream: isStreaming ? true : undefined,
  };
}

function writeOutputConfig({
  effort,
  format,
}: Pick<Draft<OutputConfig>, 'effort' | 'format'>): OutputConfig | undefined {
  if (effort === undefined && format === undefined) return undefined;
  return { ...(effort !== undefined && { effort }), ...(format !== undefined && { format }) };
}

function writeFormat(outputFormat: OutputFormat | undefined): OutputConfig['format'] {
  if (outputFormat?.type !== 'json_schema') return undefined;
  return { type: 'json_schema', schema: { ...outputFormat.schema } };
}
