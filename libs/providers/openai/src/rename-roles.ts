import { asFields, isFields, type Fields } from '@tollgate/model-kit';

/**
 * Replaces roles that only OpenAI accepts by common ones. Undefined: there are no such roles, and
 * the bytes stay unchanged.
 */
export function renameRoles(messages: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(messages) || !messages.some(hasForeignRole)) return undefined;
  const state = { calls: 0 };
  return messages.map((message: unknown) =>
    isFields(message) ? renameRole(message, state) : message,
  );
}

function hasForeignRole(message: unknown): boolean {
  const { role } = asFields(message);
  return role === 'developer' || role === 'function';
}

/** A `function` message has no id: it answers the `function_call` before it. */
function renameRole(message: Fields, state: { calls: number }): Fields {
  if (message['role'] === 'developer') return { ...message, role: 'system' };
  if (message['role'] === 'function') {
    return { ...message, role: 'tool', tool_call_id: `call_${state.calls}` };
  }
  const { function_call: call, ...rest } = message;
  if (message['role'] !== 'assistant' || !isFields(call)) return message;
  state.calls++;
  const toolCall = { id: `call_${state.calls}`, type: 'function', function: call };
  return { ...rest, tool_calls: [toolCall] };
}
