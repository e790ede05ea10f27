import {
  asFieldList,
  asFields,
  asText,
  type Fields,
  isFields,
  omitUndefined,
} from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
import type { NeutralTool, ToolChoice } from '@tollgate/model-spec';

/** The client's form of a tool: the neutral model has neither namespaces nor free text calls. */
export interface ToolFace {
  readonly name: string;
  readonly namespace?: string;
  readonly isCustom: boolean;
}

export interface ReadTools {
  readonly tools: readonly NeutralTool[];
  readonly toolChoice: ToolChoice | undefined;
  readonly droppedTools: readonly string[];
}

/** Hosted tools that are refused by name; every other one is dropped and reported. */
const refusedTools = /^(?:web_search_preview|file_search$|computer_use_preview$)/;

/** Raises unsupported_param. */
export function checkTools(body: Fields): void {
  const types = asFieldList(body['tools']).map(({ type }) => asText(type) ?? '');
  const place = types.findIndex((type) => refusedTools.test(type));
  if (place !== -1) throw makeFault(`tools.${place}`, `${types[place]} is not supported`);
}

export function readTools(body: Fields): ReadTools {
  const wire = asFieldList(body['tools']);
  const tools = listTools(wire).map(({ tool }) => tool);
  const droppedTools = wire.filter(isHosted).map(({ type }) => asText(type) ?? '');
  const choice = body['tool_choice'];
  if (!isFields(choice) || choice['type'] !== 'allowed_tools') {
    return { tools, toolChoice: readToolChoice(choice, tools), droppedTools };
  }
  const names = new Set(asFieldList(choice['tools']).map(readToolName));
  return {
    tools: tools.filter(({ name }) => names.has(name)),
    toolChoice: choice['mode'] === 'required' ? 'required' : 'auto',
    droppedTools,
  };
}

/** By the name that the model calls them by. */
export function readToolFaces(body: Fields): ReadonlyMap<string, ToolFace> {
  return new Map(listTools(asFieldList(body['tools'])).map(({ face, tool }) => [tool.name, face]));
}

/** What the model calls a tool, wherever the client names one. */
export function readToolName(reference: Fields): string {
  const { name, namespace } = readDefinition(reference);
  const own = asText(name) ?? '';
  return typeof namespace === 'string' && namespace !== '' ? joinName(namespace, own) : own;
}

function joinName(namespace: string, name: string): string {
  return `${namespace}__${name}`;
}

function isHosted({ type }: Fields): boolean {
  return type !== 'function' && type !== 'custom' && type !== 'namespace';
}

interface ListedTool {
  readonly tool: NeutralTool;
  readonly face: ToolFace;
}

function listTools(wire: readonly Fields[]): readonly ListedTool[] {
  return wire.flatMap((tool) => {
    if (isHosted(tool)) return [];
    if (tool['type'] !== 'namespace') return [readTool(tool, undefined)];
    const namespace = asText(tool['name']) ?? '';
    const inner = asFieldList(tool['tools']).filter((member) => !isHosted(member));
    return inner.map((member) => readTool(member, namespace));
  });
}

/** Flat as Responses has it, or nested as Chat does. */
function readDefinition(tool: Fields): Fields {
  const nested = tool[asText(tool['type']) ?? ''];
  return isFields(nested) ? nested : tool;
}

function readTool(wire: Fields, namespace: string | undefined): ListedTool {
  const definition = readDefinition(wire);
  const { parameters, strict } = definition;
  const isCustom = wire['type'] === 'custom';
  const name = asText(definition['name']) ?? '';
  const tool = omitUndefined<NeutralTool>({
    name: namespace === undefined ? name : joinName(namespace, name),
    description: readDescription(definition),
    parameters: isFields(parameters) ? parameters : undefined,
    isStrict: typeof strict === 'boolean' ? strict : undefined,
    isCustom: isCustom || undefined,
    cacheControl: undefined,
  });
  return { tool, face: { name, isCustom, ...(namespace === undefined ? {} : { namespace }) } };
}

/** Where a grammar cannot be enforced, the description at least contains it. */
function readDescription(definition: Fields): string | undefined {
  const description = asText(definition['description']);
  const { definition: grammar, syntax, type } = asFields(definition['format']);
  if (type !== 'grammar' || typeof grammar !== 'string') return description;
  const rule = `The input must follow this grammar (${asText(syntax) ?? 'lark'}):\n${grammar}`;
  return description === undefined ? rule : `${description}\n\n${rule}`;
}

function readToolChoice(choice: unknown, tools: readonly NeutralTool[]): ToolChoice | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice;
  if (!isFields(choice)) return undefined;
  const type = asText(choice['type']) ?? '';
  if (type === 'auto' || type === 'none' || type === 'required') return type;
  const name = readToolName(choice);
  if (!isHosted(choice) && tools.some((tool) => tool.name === name)) return { name };
  const named = isHosted(choice) ? type : name;
  throw makeFault('tool_choice', `tool_choice names ${named}, which cannot be used here`);
}

function makeFault(param: string, message: string): AppError {
  return AppError.forParam('unsupported_param', param, message);
}
