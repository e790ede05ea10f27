import type { NeutralTool, ToolChoice } from '@tollgate/model-spec';
import type { CustomTool, FunctionTool, ResponseCreateParamsBase } from './wire';

const emptySchema = { type: 'object', properties: {} };

export function writeTool(tool: NeutralTool): FunctionTool | CustomTool {
  const { description, isCustom, isStrict, name, parameters } = tool;
  const described = description === undefined ? {} : { description };
  if (isCustom === true) return { type: 'custom', name, ...described };
  return {
    type: 'function',
    name,
    ...described,
    parameters: parameters ?? emptySchema,
    // The default of this API is true, and most schemas do not meet strict mode.
    strict: isStrict ?? false,
  };
}

export function writeToolChoice(
  choice: ToolChoice,
  tools: readonly NeutralTool[],
): NonNullable<ResponseCreateParamsBase['tool_choice']> {
  if (typeof choice === 'string') return choice;
  const { name } = choice;
  const isCustom = tools.some((tool) => tool.name === name && tool.isCustom === true);
  return { type: isCustom ? 'custom' : 'function', name };
}
