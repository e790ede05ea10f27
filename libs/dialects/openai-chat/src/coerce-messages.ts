import { asFields, asText, isFields, type Fields } from '@tollgate/model-kit';

/**
 * Messages of the time when a model called one function by name: the call and its result get the
 * id that binds them now. Made from the place, so that the same prompt gives the same bytes.
 */
export function coerceMessages(messages: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(messages) || !messages.some(isLegacy)) return undefined;
  const idByName = new Map<string, string>();
  return messages.map((message: unknown, index) =>
    isLegacy(message) ? coerceMessage(message, `call_${index}`, idByName) : message,
  );
}

function isLegacy(message: unknown): message is Fields {
  if (!isFields(message)) return false;
  const { function_call: call, role } = message;
  return role === 'function' || (role === 'assistant' && call !== undefined);
}

function coerceMessage(message: Fields, madeId: string, idByName: Map<string, string>): Fields {
  if (message['role'] === 'function') {
    const name = asText(message['name']) ?? '';
    const id = asText(message['tool_call_id']) ?? idByName.get(name);
    return { ...message, role: 'tool', ...(id === undefined ? {} : { tool_call_id: id }) };
  }
  const { function_call: call, ...rest } = message;
  if (!isFields(call) || message['tool_calls'] != null) return rest;
  const { arguments: text, name } = asFields(call);
  idByName.set(asText(name) ?? '', madeId);
  const called = { id: madeId, type: 'function', function: { name, arguments: text ?? '' } };
  return { ...rest, tool_calls: [called] };
}
