import type { NeutralRequest, NeutralTool, OutputFormat } from '@tollgate/model-spec';
import { markCache, type Tool, type ToolChoice } from './wire';

const jsonToolName = 'json_output';

type JsonSchemaFormat = Extract<OutputFormat, { type: 'json_schema' }>;

export interface WireTools {
  readonly tools?: Tool[];
  readonly tool_choice?: ToolChoice;
  /** The tool whose input is the text of the answer; undefined: the answer is plain. */
  readonly jsonTool: string | undefined;
}

/** `wantsJsonTool`: the model has no structured output of its own. */
export function writeTools(
  request: NeutralRequest,
  options: { readonly wantsJsonTool: boolean; readonly isOpenAiFamily: boolean },
): WireTools {
  const tools = request.tools.map(writeTool);
  const { outputFormat, toolChoice } = request;
  const isCallForced = toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'none';
  if (options.wantsJsonTool && outputFormat?.type === 'json_schema' && !isCallForced) {
    return addJsonTool(tools, outputFormat, request);
  }
  if (tools.length === 0) return { jsonTool: undefined };
  // Sent only to OpenAI's models: all others ignore the field silently.
  const isOneAtATime = options.isOpenAiFamily && request.parallelToolCalls === false;
  const choice = writeChoice(toolChoice, isOneAtATime);
  return { tools, ...(choice !== undefined && { tool_choice: choice }), jsonTool: undefined };
}

/** The model either calls a tool of the caller or gives its answer as input of ours. */
function addJsonTool(
  tools: readonly Tool[],
  format: JsonSchemaFormat,
  { toolChoice, webSearch }: NeutralRequest,
): WireTools {
  const jsonTool = makeJsonTool(format, tools);
  const mayCall = (tools.length > 0 && toolChoice !== 'none') || webSearch !== undefined;
  return {
    tools: [...tools, jsonTool],
    tool_choice: mayCall ? { type: 'any' } : { type: 'tool', name: jsonTool.name },
    jsonTool: jsonTool.name,
  };
}

function writeTool({ cacheControl, description, isCustom, name, parameters }: NeutralTool): Tool {
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: isCustom === true ? customSchema : writeSchema(parameters),
    ...markCache(cacheControl),
  };
}

const customSchema: Tool['input_schema'] = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
};

function writeSchema(schema: Readonly<Record<string, unknown>> | undefined): Tool['input_schema'] {
  if (schema === undefined) return { type: 'object', properties: {} };
  return 'type' in schema ? (schema as Tool['input_schema']) : { type: 'object', ...schema };
}

function makeJsonTool({ description, schema }: JsonSchemaFormat, tools: readonly Tool[]): Tool {
  const isTaken = tools.some(({ name }) => name === jsonToolName);
  return {
    name: isTaken ? `${jsonToolName}_answer` : jsonToolName,
    description: description ?? 'Give the answer with this tool.',
    input_schema: writeSchema(schema),
  };
}

function writeChoice(
  choice: NeutralRequest['toolChoice'],
  isOneAtATime: boolean,
): ToolChoice | undefined {
  const single = isOneAtATime ? { disable_parallel_tool_use: true } : {};
  if (choice === undefined) return isOneAtATime ? { type: 'auto', ...single } : undefined;
  if (choice === 'none') return { type: 'none' };
  if (choice === 'auto') return { type: 'auto', ...single };
  if (choice === 'required') return { type: 'any', ...single };
  return { type: 'tool', name: choice.name, ...single };
}
