import type { ProviderQuirks } from '@tollgate/provider-table';
import { asRecord, asRecords, type Fields } from '../fields';
import { fault, type ReadRequest } from '../sim-request';

const reasoningFields = ['reasoning', 'reasoning_content', 'reasoning_details'];

/**
 * What a provider with these quirks refuses in a body, in the words of real ones. A provider that
 * would ignore a field refuses it here: a request that depends on it must not pass unnoticed.
 */
export function findQuirkFault(body: Fields, quirks: ProviderQuirks): ReadRequest | undefined {
  return (
    findTopFault(body, quirks) ??
    findMessageFault(asRecords(body['messages']), quirks) ??
    findToolFault(asRecords(body['tools']), quirks)
  );
}

function findTopFault(body: Fields, quirks: ProviderQuirks): ReadRequest | undefined {
  const forbidden = [
    ...(quirks.outputLimit === 'max_tokens' ? ['max_completion_tokens'] : []),
    ...(quirks.streamOptions === false ? ['stream_options'] : []),
    ...(quirks.refusedFields ?? []),
  ].find((name) => name in body);
  if (forbidden !== undefined) return refuseExtra(forbidden);
  const { stopsMax } = quirks;
  const { stop } = body;
  if (stopsMax === undefined || !Array.isArray(stop) || stop.length <= stopsMax) return undefined;
  return fault(`stop supports up to ${stopsMax} stop sequences, but ${stop.length} given`, 'stop');
}

function findMessageFault(
  messages: readonly Fields[],
  { developerRole, earlierReasoning }: ProviderQuirks,
): ReadRequest | undefined {
  const developer = messages.findIndex(({ role }) => role === 'developer');
  if (developerRole === false && developer >= 0) {
    return fault(
      `messages[${developer}].role: unknown variant \`developer\`, ` +
        'expected one of `system`, `user`, `assistant`, `tool`',
      `messages[${developer}].role`,
    );
  }
  if (earlierReasoning === undefined) return undefined;
  const refused = reasoningFields.filter((name) => name !== earlierReasoning);
  for (const [index, message] of messages.entries()) {
    const name = refused.find((each) => each in message);
    if (name !== undefined) {
      const place = `messages.${index}.assistant.${name}`;
      return fault(`${place}: property '${place}' is unsupported`, place);
    }
  }
  return undefined;
}

function findToolFault(
  tools: readonly Fields[],
  { strictTools }: ProviderQuirks,
): ReadRequest | undefined {
  const strict = tools.findIndex((tool) => 'strict' in asRecord(tool['function']));
  if (strictTools !== false || strict < 0) return undefined;
  return refuseExtra(`tools.${strict}.function.strict`);
}

function refuseExtra(place: string): ReadRequest {
  return fault(`Extra inputs are not permitted, field: '${place}' (extra_forbidden)`, place);
}
