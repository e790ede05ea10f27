import { extraUsesDefault, type TextRequest } from '@tollgate/model-spec';
import { asFields, editJson } from '@tollgate/model-kit';

/** Server tools of Messages that have a limit field. */
const limitedTool = /^web_(?:search|fetch)(?:_\d{8})?$/;

/**
 * Adds a limit to the tools that the provider runs, where the caller set none: the hold covers only
 * so many uses.
 */
export function limitTools(request: TextRequest): Pick<TextRequest, 'body' | 'bodyText'> {
  const { body, bodyText, dialect, extras } = request;
  const isLimited = extras.tools.some(({ isPerCall }) => isPerCall !== true);
  if (!isLimited || dialect === 'chat') return { body, bodyText };
  if (dialect === 'messages') return limitEach(request);
  if (body['max_tool_calls'] != null) return { body, bodyText };
  const edits = new Map([['max_tool_calls', String(extraUsesDefault)]]);
  return {
    body: { ...body, max_tool_calls: extraUsesDefault },
    bodyText: editJson(bodyText, edits),
  };
}

function limitEach({ body, bodyText }: TextRequest): Pick<TextRequest, 'body' | 'bodyText'> {
  const given: unknown[] = Array.isArray(body['tools']) ? body['tools'] : [];
  if (!given.some(needsLimit)) return { body, bodyText };
  const tools = given.map((tool) =>
    needsLimit(tool) ? { ...asFields(tool), max_uses: extraUsesDefault } : tool,
  );
  const edits = new Map([['tools', JSON.stringify(tools)]]);
  return { body: { ...body, tools }, bodyText: editJson(bodyText, edits) };
}

function needsLimit(tool: unknown): boolean {
  const { max_uses: usesMax, type } = asFields(tool);
  return usesMax == null && typeof type === 'string' && limitedTool.test(type);
}
