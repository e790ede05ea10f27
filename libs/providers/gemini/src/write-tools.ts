import { AppError } from '@tollgate/errors';
import type { NeutralRequest, NeutralTool, ToolChoice } from '@tollgate/model-spec';
import type { FunctionDeclaration, WireCallingConfig, WireRequest } from './wire';

type Schema = Readonly<Record<string, unknown>>;

/**
 * One call at a time has no word here; the model decides. Raises unsupported_param for Google
 * Search beside functions, which only models since Gemini 3 accept.
 */
export function writeTools(
  request: NeutralRequest,
  isNew: boolean,
): Pick<WireRequest, 'tools' | 'toolConfig'> {
  const searches = request.webSearch === undefined ? [] : [{ googleSearch: {} }];
  if (request.tools.length === 0) return searches.length === 0 ? {} : { tools: searches };
  if (searches.length > 0 && !isNew) throw makeSearchError();
  const functionDeclarations = request.tools.map(writeTool);
  const { toolChoice } = request;
  return {
    tools: [{ functionDeclarations }, ...searches],
    ...(toolChoice !== undefined && {
      toolConfig: { functionCallingConfig: writeChoice(toolChoice) },
    }),
  };
}

function makeSearchError(): AppError {
  return new AppError('unsupported_param', {
    message:
      'This model cannot search the web beside tools: leave out the web plugin or the tools, or ' +
      'choose a model since Gemini 3',
    param: 'plugins',
  });
}

const customSchema = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
} as const;

function writeTool({ description, isCustom, name, parameters }: NeutralTool): FunctionDeclaration {
  const schema = isCustom === true ? customSchema : parameters;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(schema !== undefined && { parametersJsonSchema: writeSchema(schema) }),
  };
}

/** The API takes JSON Schema as it is, but not the address of its version. */
export function writeSchema({ $schema: _version, ...schema }: Schema): Schema {
  return schema;
}

function writeChoice(choice: ToolChoice): WireCallingConfig {
  if (choice === 'auto') return { mode: 'AUTO' };
  if (choice === 'none') return { mode: 'NONE' };
  if (choice === 'required') return { mode: 'ANY' };
  return { mode: 'ANY', allowedFunctionNames: [choice.name] };
}
