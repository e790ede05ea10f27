import {
  asFieldList,
  asFields,
  asText,
  isFields,
  omitUndefined,
  readCacheControl,
  type Fields,
} from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
import type { NeutralTool, ToolChoice } from '@tollgate/model-spec';
import { listSearchFields } from './read-extras';

export interface ReadTools {
  readonly tools: readonly NeutralTool[];
  readonly toolChoice: ToolChoice | undefined;
  readonly droppedTools: readonly string[];
}

/** Hosted tools that are refused by name; every other one is dropped and reported. */
const refusedTools = /^(?:web_search_preview|file_search|computer_use_preview)/;

export function readTools(body: Fields): ReadTools {
  const wire = asFieldList(body['tools']);
  const tools = wire.flatMap(readTool);
  const hosted = wire.filter(isHosted).map(({ type }) => asText(type) ?? '');
  const droppedTools = [...hosted, ...listSearchFields(body)];
  const refused = droppedTools.find((type) => refusedTools.test(type));
  if (refused !== undefined) throw makeFault('tools', `${refused} is not supported`);
  const choice = body['tool_choice'];
  const allowed = asFields(asFields(choice)['allowed_tools']);
  if (allowed['mode'] === undefined) {
    return { tools, toolChoice: readToolChoice(choice, tools), droppedTools };
  }
  const names = new Set(asFieldList(allowed['tools']).map(readName));
  return {
    tools: tools.filter(({ name }) => names.has(name)),
    toolChoice: allowed['mode'] === 'required' ? 'required' : 'auto',
    droppedTools,
  };
}

function isHosted({ type }: Fields): boolean {
  return type !== 'function' && type !== 'custom';
}

function readTool(tool: Fields): NeutralTool[] {
  if (isHosted(tool)) return [];
  const isCustom = tool['type'] === 'custom' ? true : undefined;
  const definition = asFields(tool[isCustom ? 'custom' : 'function']);
  const { description, name, parameters, strict } = definition;
  const read = omitUndefined<NeutralTool>({
    name: asText(name) ?? '',
    description: asText(description),
    parameters: isFields(parameters) ? parameters : undefined,
    isStrict: typeof strict === 'boolean' ? strict : undefined,
    isCustom,
    cacheControl: readCacheControl(tool) ?? readCacheControl(definition),
  });
  return [read];
}

function readName(reference: Fields): string {
  const { custom, function: definition, name } = reference;
  return asText(asFields(definition ?? custom)['name'] ?? name) ?? '';
}

function readToolChoice(choice: unknown, tools: readonly NeutralTool[]): ToolChoice | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice;
  if (!isFields(choice)) return undefined;
  const name = readName(choice);
  if (tools.some((tool) => tool.name === name)) return { name };
  throw makeFault('tool_choice', `tool_choice names ${name}, which is not among the tools`);
}

function makeFault(param: string, message: string): AppError {
  return AppError.forParam('unsupported_param', param, message);
}
