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
import type { NeutralRequest, NeutralTool, ToolChoice } from '@tollgate/model-spec';

type ReadTools = Pick<NeutralRequest, 'tools' | 'toolChoice' | 'parallelToolCalls' | 'plugins'>;

const webSearch = /^web_search_/;

/** Raises unsupported_param for tools that only Anthropic runs; its web search has a twin. */
export function readTools(body: Fields): ReadTools {
  const wire = asFieldList(body['tools']);
  const hosted = wire.filter(isHosted);
  const unknown = hosted.find(({ type }) => !webSearch.test(asText(type) ?? ''));
  if (unknown !== undefined) {
    throw makeFault('tools', `${String(unknown['type'])} is not known to this model`);
  }
  const tools = wire.filter((tool) => !isHosted(tool)).map(readTool);
  const choice = asFields(body['tool_choice']);
  const isSingle = choice['disable_parallel_tool_use'] === true;
  return omitUndefined<ReadTools>({
    tools,
    toolChoice: readToolChoice(choice, tools, hosted),
    parallelToolCalls: isSingle ? false : undefined,
    plugins: readPlugins(body['plugins'], hosted),
  });
}

/** The web plugin replaces the hosted search unless the caller has set the plugin already. */
function readPlugins(plugins: unknown, hosted: readonly Fields[]): readonly unknown[] | undefined {
  const given: readonly unknown[] = Array.isArray(plugins) ? plugins : [];
  const isSet = asFieldList(given).some(({ id }) => id === 'web');
  const all = hosted.length > 0 && !isSet ? [...given, { id: 'web' }] : given;
  return all.length > 0 ? all : undefined;
}

function isHosted({ type }: Fields): boolean {
  return type != null && type !== 'custom';
}

function readTool(tool: Fields): NeutralTool {
  const { description, input_schema: schema, name, strict } = tool;
  return omitUndefined<NeutralTool>({
    name: asText(name) ?? '',
    description: asText(description),
    parameters: isFields(schema) ? schema : undefined,
    isStrict: typeof strict === 'boolean' ? strict : undefined,
    cacheControl: readCacheControl(tool),
  });
}

const choiceWords: Readonly<Record<string, ToolChoice>> = {
  auto: 'auto',
  any: 'required',
  none: 'none',
};

function readToolChoice(
  { name, type }: Fields,
  tools: readonly NeutralTool[],
  hosted: readonly Fields[],
): ToolChoice | undefined {
  if (type !== 'tool') return choiceWords[asText(type) ?? ''];
  const chosen = tools.find((tool) => tool.name === name);
  if (chosen !== undefined) return { name: chosen.name };
  // A plugin cannot be forced: it is on, and the model decides.
  if (hosted.some((tool) => tool['name'] === name)) return undefined;
  throw makeFault('tool_choice', 'tool_choice names a tool that is not there');
}

function makeFault(param: string, message: string): AppError {
  return AppError.forParam('unsupported_param', param, message);
}
