import type {
  NeutralRequest,
  OutputFormat,
  TranslateInput,
  UpstreamRequest,
} from '@tollgate/model-spec';
import { asText, type Fields, takesPlugins } from '@tollgate/model-kit';
import {
  outputTokensMin,
  type ResponseCreateParamsBase,
  type ResponseFormatTextConfig,
} from './wire';
import { signRequest } from './sign-request';
import { writeMessages } from './write-messages';
import { writeReasoning } from './write-reasoning';
import { searchTool, writeSearchLimit } from './write-search';
import { writeTool, writeToolChoice } from './write-tools';

/** Fields of OpenAI's own models that have the same name and meaning in both its protocols. */
const openAiFields = [
  'user',
  'metadata',
  'service_tier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
] as const satisfies readonly (keyof ResponseCreateParamsBase)[];

/** A neutral request as a body of this protocol. */
export function buildRequest({ isStreaming, request, target }: TranslateInput): UpstreamRequest {
  const isOpenAi = target.family === 'openai';
  const body = {
    model: target.upstreamModel,
    ...writeMessages(request.messages, target),
    ...writeTools(request),
    ...writeLimits(request),
    ...writeText(request, isOpenAi),
    ...writeReasoning({ request, target }),
    ...(isOpenAi ? writeOpenAiOnly(request) : {}),
    ...(isOpenAi && request.webSearch ? writeSearchLimit(request.webSearch) : {}),
    ...(takesPlugins(target) && request.plugins !== undefined ? { plugins: request.plugins } : {}),
    store: false,
    ...(isStreaming ? { stream: true } : {}),
  };
  return {
    url: `${target.baseUrl}/responses`,
    headers: signRequest(target),
    body: JSON.stringify(body),
  };
}

function writeTools({
  toolChoice,
  tools,
  webSearch,
}: NeutralRequest): Pick<ResponseCreateParamsBase, 'tool_choice' | 'tools'> {
  const searches = webSearch === undefined ? [] : [searchTool];
  if (tools.length === 0) return searches.length === 0 ? {} : { tools: searches };
  return {
    tools: [...tools.map(writeTool), ...searches],
    ...(toolChoice === undefined ? {} : { tool_choice: writeToolChoice(toolChoice, tools) }),
  };
}

/** Stop sequences, penalties and similar parameters do not exist in this protocol. */
function writeLimits({
  outputTokensMax,
  temperature,
  topP,
}: NeutralRequest): Pick<ResponseCreateParamsBase, 'max_output_tokens' | 'temperature' | 'top_p'> {
  return {
    ...(outputTokensMax === undefined
      ? {}
      : { max_output_tokens: Math.max(outputTokensMin, outputTokensMax) }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
  };
}

function writeText({ openAiOnly, outputFormat }: NeutralRequest, isOpenAi: boolean): Fields {
  const verbosity = isOpenAi ? asText(openAiOnly['verbosity']) : undefined;
  const text = {
    ...(outputFormat === undefined ? {} : { format: writeFormat(outputFormat) }),
    ...(verbosity === undefined ? {} : { verbosity }),
  };
  return Object.keys(text).length === 0 ? {} : { text };
}

function writeFormat(format: OutputFormat): ResponseFormatTextConfig {
  if (format.type === 'json_object') return { type: 'json_object' };
  const { description, isStrict, name, schema } = format;
  return {
    type: 'json_schema',
    name,
    ...(description === undefined ? {} : { description }),
    schema,
    // The default of this API is true.
    strict: isStrict ?? false,
  };
}

function writeOpenAiOnly({ openAiOnly, parallelToolCalls, tools }: NeutralRequest): Fields {
  const fields: Record<string, unknown> = {};
  for (const name of openAiFields) if (name in openAiOnly) fields[name] = openAiOnly[name];
  if (parallelToolCalls !== undefined && tools.length > 0) {
    fields['parallel_tool_calls'] = parallelToolCalls;
  }
  return fields;
}
