import { AppError } from '@tollgate/errors';
import type { UpstreamTarget } from '@tollgate/model-spec';
import { asFields, asText, isFields, type Fields } from '@tollgate/model-kit';
import type { ProviderQuirks } from '@tollgate/provider-table';

/** Members of a body with another value; undefined: the member is removed. */
type QuirkEdits = ReadonlyMap<string, unknown>;

const reasoningFields = ['reasoning', 'reasoning_content', 'reasoning_details'] as const;

/** The body as this provider accepts it. Raises: unsupported_param. */
export function fitFields(body: Fields, target: UpstreamTarget): Fields {
  const fitted = new Map(Object.entries(body));
  for (const [name, value] of listQuirkEdits(body, target)) {
    if (value === undefined) fitted.delete(name);
    else fitted.set(name, value);
  }
  return Object.fromEntries(fitted);
}

/**
 * What this provider would refuse or ignore in a body. Raises unsupported_param for more stop
 * sequences than it accepts: leaving one out would change the answer.
 */
export function listQuirkEdits(
  body: Fields,
  { maxCompletionTokens, quirks = {} }: UpstreamTarget,
): QuirkEdits {
  const edits = new Map<string, unknown>();
  assertStops(body['stop'], quirks.stopsMax);
  if (quirks.outputLimit !== undefined) renameLimit(edits, body, maxCompletionTokens);
  if (quirks.streamOptions === false) edits.set('stream_options', undefined);
  if (quirks.refusedFields !== undefined) dropFields(edits, body, quirks.refusedFields);
  const messages = fitMessages(body['messages'], quirks);
  if (messages !== undefined) edits.set('messages', messages);
  const tools = quirks.strictTools === false ? dropStrict(body['tools']) : undefined;
  if (tools !== undefined) edits.set('tools', tools);
  return edits;
}

function assertStops(stop: unknown, stopsMax: number | undefined): void {
  if (stopsMax === undefined || !Array.isArray(stop) || stop.length <= stopsMax) return;
  throw new AppError('unsupported_param', {
    message:
      `stop must have at most ${stopsMax} sequences for this provider (got ${stop.length}): ` +
      'send fewer, or choose a model of another provider',
    param: 'stop',
  });
}

function renameLimit(edits: Map<string, unknown>, body: Fields, max: number | undefined): void {
  const { max_completion_tokens: given } = body;
  if (given === undefined) return;
  edits.set('max_completion_tokens', undefined);
  if (typeof given !== 'number') return;
  edits.set('max_tokens', max === undefined ? given : Math.min(given, max));
}

/** The effort has a field of its own, which providers of this protocol accept. */
function dropFields(edits: Map<string, unknown>, body: Fields, names: readonly string[]): void {
  for (const name of names) edits.set(name, undefined);
  const effort = names.includes('reasoning') ? asFields(body['reasoning'])['effort'] : undefined;
  const isSet = body['reasoning_effort'] != null;
  if (typeof effort === 'string' && !isSet) edits.set('reasoning_effort', effort);
}

/** Undefined: they stay as they are. */
function fitMessages(messages: unknown, quirks: ProviderQuirks): readonly unknown[] | undefined {
  const { developerRole, earlierReasoning } = quirks;
  if (developerRole !== false && earlierReasoning === undefined) return undefined;
  if (!Array.isArray(messages)) return undefined;
  let hasChanged = false;
  const fitted = messages.map((message: unknown) => {
    const changed = isFields(message) ? fitMessage(message, quirks) : undefined;
    hasChanged ||= changed !== undefined;
    return changed ?? message;
  });
  return hasChanged ? fitted : undefined;
}

function fitMessage(
  message: Fields,
  { developerRole, earlierReasoning }: ProviderQuirks,
): Fields | undefined {
  if (message['role'] === 'developer' && developerRole === false) {
    return { ...message, role: 'system' };
  }
  const hasReasoning = reasoningFields.some((name) => name in message);
  if (!hasReasoning || earlierReasoning === undefined) return undefined;
  const { reasoning, reasoning_content: content, reasoning_details: _details, ...rest } = message;
  const text = asText(reasoning) ?? asText(content);
  return earlierReasoning === 'none' || !text ? rest : { ...rest, [earlierReasoning]: text };
}

/** Undefined: no tool has it. */
function dropStrict(tools: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(tools)) return undefined;
  const isStrict = (tool: unknown): boolean => 'strict' in asFields(asFields(tool)['function']);
  if (!tools.some(isStrict)) return undefined;
  return tools.map((tool: unknown) => {
    if (!isStrict(tool)) return tool;
    const { strict: _strict, ...definition } = asFields(asFields(tool)['function']);
    return { ...asFields(tool), function: definition };
  });
}
