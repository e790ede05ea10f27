import type { TranslateInput } from '@tollgate/model-spec';
import { chooseEffort } from '@tollgate/model-kit';
import {
  writeReasoning,
  type ToolChoice,
  type WireMessage,
  type WireReasoning,
} from '@tollgate/providers/anthropic';
import type { ModelMaker } from './model-maker';

type Fields = Readonly<Record<string, unknown>>;

export interface ModelFieldsInput extends Pick<TranslateInput, 'request' | 'target'> {
  readonly maker: ModelMaker;
  readonly messages: readonly WireMessage[];
  readonly toolChoice: ToolChoice | undefined;
  readonly hasNativeFormat: boolean;
}

export interface ModelFields {
  readonly maxTokens: number;
  /** Fields of the maker's own API, which Converse passes on. */
  readonly fields: Fields;
}

/** Thinking and other settings that Converse has no field for. */
export function writeModelFields(input: ModelFieldsInput): ModelFields {
  const { maker, messages, request, target, toolChoice } = input;
  const { outputTokensMax } = request;
  const reasoning = writeReasoning({
    wish: maker === 'anthropic' ? request.reasoning : {},
    outputTokensMax,
    target,
    messages,
    toolChoice,
  });
  const { max_tokens: maxTokens } = reasoning;
  switch (maker) {
    case 'anthropic':
      return { maxTokens, fields: writeClaude(input, reasoning) };
    case 'nova':
      return { maxTokens, fields: writeNova(input) };
    case 'mistral':
      return { maxTokens, fields: writeTopK(request.topK) };
    case 'openai': {
      const effort = chooseEffort({ request, target });
      return { maxTokens, fields: effort === undefined ? {} : { reasoning_effort: effort } };
    }
    case 'other':
      return { maxTokens, fields: {} };
  }
}

function writeTopK(topK: number | undefined): Fields {
  return topK === undefined ? {} : { top_k: topK };
}

function writeClaude(
  { hasNativeFormat, request }: ModelFieldsInput,
  { effort, thinking }: WireReasoning,
): Fields {
  const { outputFormat, topK } = request;
  const format =
    hasNativeFormat && outputFormat?.type === 'json_schema'
      ? { type: 'json_schema', schema: outputFormat.schema }
      : undefined;
  const config = {
    ...(effort !== undefined && { effort }),
    ...(format !== undefined && { format }),
  };
  return {
    ...(thinking !== undefined && { thinking }),
    ...(Object.keys(config).length > 0 && { output_config: config }),
    ...writeTopK(topK),
  };
}

const novaReasons = /\bamazon\.nova-2/;

/** Only the second generation of Nova reasons, by three levels. */
function writeNova({ request, target }: ModelFieldsInput): Fields {
  const { topK } = request;
  const effort = novaReasons.test(target.upstreamModel)
    ? chooseEffort({ request, target })
    : undefined;
  const level = effort === 'minimal' ? 'low' : effort === 'xhigh' ? 'high' : effort;
  return {
    ...(topK !== undefined && { inferenceConfig: { topK } }),
    ...(level !== undefined && {
      reasoningConfig: { type: 'enabled', maxReasoningEffort: level },
    }),
  };
}
