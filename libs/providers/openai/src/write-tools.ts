import type { CacheControl, NeutralTool, ToolChoice } from '@tollgate/model-spec';
import type {
  ChatCompletionFunctionTool,
  ChatCompletionToolChoiceOption,
} from 'openai/resources/chat/completions';

export type WireTool = ChatCompletionFunctionTool & { readonly cache_control?: CacheControl };

/** Free text is sent as the only argument of a function. */
const customSchema = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
};
const emptySchema = { type: 'object', properties: {} };

export function writeTool(tool: NeutralTool): WireTool {
  const { cacheControl, description, isCustom, isStrict, name, parameters } = tool;
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      parameters: isCustom === true ? customSchema : (parameters ?? emptySchema),
      ...(isStrict === undefined ? {} : { strict: isStrict }),
    },
    ...(cacheControl === undefined ? {} : { cache_control: cacheControl }),
  };
}

export function writeToolChoice(choice: ToolChoice): ChatCompletionToolChoiceOption {
  return typeof choice === 'string'
    ? choice
    : { type: 'function', function: { name: choice.name } };
}
