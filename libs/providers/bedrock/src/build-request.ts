import type { TranslateInput, Translation } from '@tollgate/model-spec';
import { writeMessages as writeClaudeMessages, writeTools } from '@tollgate/providers/anthropic';
import { omitUndefined, type Draft } from '@tollgate/model-kit';
import { findMaker, type ModelMaker } from './model-maker';
import { makeResponseReader } from './read-response';
import { createStreamReader } from './read-stream';
import { signRequest } from './sign-request';
import type { WireRequest } from './wire';
import { writeMessages } from './write-messages';
import { documentFormats } from './write-parts';
import { writeModelFields } from './write-reasoning';
import { writeToolConfig } from './write-tools';

const jsonObjectLine = 'Answer with one JSON object only.';

/** A neutral request as a Converse body, with the reader of its answer. */
export function translate(input: TranslateInput): Translation {
  const { isStreaming, target } = input;
  const maker = findMaker(target);
  const { body, jsonTool } = buildBody(input, maker);
  const method = isStreaming ? 'converse-stream' : 'converse';
  const request = {
    url: `${target.baseUrl}/model/${encodeURIComponent(target.upstreamModel)}/${method}`,
    body: JSON.stringify(body),
  };
  const meaning = { jsonTool, isClaude: maker === 'anthropic' };
  return {
    request: { ...request, ...signRequest(target, request) },
    readResponse: makeResponseReader(meaning),
    createStreamReader: () => createStreamReader(meaning),
  };
}

/** Converse has the structure of Messages under other names, for the models of every maker. */
function buildBody(
  { isStreaming, request, target }: TranslateInput,
  maker: ModelMaker,
): { readonly body: Draft<WireRequest>; readonly jsonTool: string | undefined } {
  const hasNativeFormat =
    maker === 'anthropic' && target.supportedParameters.includes('structured_outputs');
  const tools = writeTools(request, { wantsJsonTool: !hasNativeFormat, isOpenAiFamily: false });
  const given = writeClaudeMessages(request.messages, { otherFiles: documentFormats });
  if (request.outputFormat?.type === 'json_object') {
    given.system.push({ type: 'text', text: jsonObjectLine });
  }
  const { fields, maxTokens } = writeModelFields({
    maker,
    request,
    target,
    messages: given.messages,
    toolChoice: tools.tool_choice,
    hasNativeFormat,
  });
  const takesCache = maker === 'anthropic' || maker === 'nova';
  const { messages, system } = writeMessages(given, { takesCache });
  const namesStop = maker === 'anthropic' && request.stop.length > 0;
  const body = {
    messages,
    system: system.length > 0 ? system : undefined,
    inferenceConfig: omitUndefined({
      maxTokens,
      temperature: request.temperature,
      topP: request.topP,
      stopSequences: request.stop.length > 0 ? [...request.stop] : undefined,
    }),
    toolConfig: writeToolConfig(tools, given.messages, { takesCache }),
    additionalModelRequestFields: Object.keys(fields).length > 0 ? fields : undefined,
    // Without this the answer does not tell which of the stop sequences was met.
    additionalModelResponseFieldPaths: namesStop
      ? [isStreaming ? '/delta/stop_sequence' : '/stop_sequence']
      : undefined,
  };
  return { body, jsonTool: tools.jsonTool };
}
