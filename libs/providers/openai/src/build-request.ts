import type {
  ModelFamily,
  NeutralRequest,
  OutputFormat,
  TranslateInput,
  UpstreamRequest,
  UpstreamTarget,
} from '@tollgate/model-spec';
import { takesPlugins, type Fields } from '@tollgate/model-kit';
import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import { fitFields } from './fit-quirks';
import { nameLimit } from './name-limit';
import { signRequest } from './sign-request';
import { writeMessages } from './write-messages';
import { writeReasoning } from './write-reasoning';
import { writeTool, writeToolChoice, type WireTool } from './write-tools';

/** The part of a Chat body that holds the conversation. */
export interface ChatFields {
  readonly messages: readonly Fields[];
  readonly tools?: readonly WireTool[];
  readonly tool_choice?: ReturnType<typeof writeToolChoice>;
  readonly response_format?: ReturnType<typeof writeOutputFormat>;
}

/** A neutral conversation as Chat's fields. */
export function writeChatFields(
  request: Pick<NeutralRequest, 'messages' | 'outputFormat' | 'tools' | 'toolChoice'>,
  family: ModelFamily,
): ChatFields {
  const { messages, outputFormat, toolChoice, tools } = request;
  const hasTools = tools.length > 0;
  return {
    messages: writeMessages(messages, family),
    ...(hasTools ? { tools: tools.map(writeTool) } : {}),
    ...(hasTools && toolChoice !== undefined ? { tool_choice: writeToolChoice(toolChoice) } : {}),
    ...(outputFormat === undefined ? {} : { response_format: writeOutputFormat(outputFormat) }),
  };
}

/** A neutral request as a body of this protocol. */
export function buildRequest({ isStreaming, request, target }: TranslateInput): UpstreamRequest {
  const body = {
    model: target.upstreamModel,
    ...writeChatFields(request, target.family),
    ...writeLimits(request, target),
    ...request.sampling,
    ...writeReasoning({ request, target }),
    ...(target.family === 'openai' ? writeOpenAiOnly(request) : {}),
    ...(takesPlugins(target) && request.plugins !== undefined ? { plugins: request.plugins } : {}),
    ...(request.webSearch && !target.searchesAlways ? { web_search_options: {} } : {}),
    ...(isStreaming ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
  return {
    url: `${target.baseUrl}/chat/completions`,
    headers: signRequest(target),
    body: JSON.stringify(target.quirks === undefined ? body : fitFields(body, target)),
  };
}

type WireLimits = Pick<
  ChatCompletionCreateParams,
  'max_completion_tokens' | 'max_tokens' | 'stop' | 'temperature' | 'top_p'
> & { top_k?: number };

function writeLimits(
  request: NeutralRequest,
  target: Pick<UpstreamTarget, 'family' | 'quirks'>,
): WireLimits {
  const { outputTokensMax, stop, temperature, topK, topP } = request;
  return {
    ...(outputTokensMax === undefined ? {} : { [nameLimit(target)]: outputTokensMax }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(topK === undefined ? {} : { top_k: topK }),
    ...(stop.length === 0 ? {} : { stop: [...stop] }),
  };
}

function writeOpenAiOnly({ openAiOnly, parallelToolCalls, tools }: NeutralRequest): Fields {
  const isTold = parallelToolCalls !== undefined && tools.length > 0;
  return { ...openAiOnly, ...(isTold ? { parallel_tool_calls: parallelToolCalls } : {}) };
}

function writeOutputFormat(
  format: OutputFormat,
): NonNullable<ChatCompletionCreateParams['response_format']> {
  if (format.type === 'json_object') return { type: 'json_object' };
  const { description, isStrict, name, schema } = format;
  const wire = {
    name,
    ...(description === undefined ? {} : { description }),
    ...(isStrict === undefined ? {} : { strict: isStrict }),
    schema,
  };
  return { type: 'json_schema', json_schema: wire };
}
