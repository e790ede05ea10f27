import type { Tool, ToolChoice, WireMessage, WireTools } from '@tollgate/providers/anthropic';
import type { ToolConfig } from './wire';
import type { ConversationOptions } from './write-messages';
import { writeCachePoint } from './write-parts';

/**
 * The tools of a request under the names of Converse. Converse has no choice `none`, and demands
 * tools as soon as the conversation contains a call.
 */
export function writeToolConfig(
  { tool_choice: choice, tools = [] }: WireTools,
  messages: readonly WireMessage[],
  options: ConversationOptions,
): ToolConfig | undefined {
  const called = listCalled(messages);
  if (choice?.type === 'none' && called.length === 0) return undefined;
  const offered = tools.length > 0 ? tools : called;
  if (offered.length === 0) return undefined;
  const toolChoice = writeChoice(choice);
  return {
    tools: offered.flatMap((tool) => [writeTool(tool), ...writeCachePoint(tool, options)]),
    ...(toolChoice !== undefined && { toolChoice }),
  };
}

/** The tools of earlier calls, without what they take. */
function listCalled(messages: readonly WireMessage[]): Tool[] {
  const names = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])),
  );
  return [...new Set(names)].map((name) => ({ name, input_schema: { type: 'object' } }));
}

function writeTool({ description, input_schema: json, name }: Tool): ToolConfig['tools'][number] {
  const told = description === undefined || description === '' ? {} : { description };
  return { toolSpec: { name, ...told, inputSchema: { json } } };
}

function writeChoice(choice: ToolChoice | undefined): ToolConfig['toolChoice'] {
  switch (choice?.type) {
    case 'auto':
      return { auto: {} };
    case 'any':
      return { any: {} };
    case 'tool':
      return { tool: { name: choice.name } };
    default:
      return undefined;
  }
}
