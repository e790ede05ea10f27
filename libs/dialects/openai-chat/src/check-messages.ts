import { AppError } from '@tollgate/errors';
import { asFields, isFields, type Fields } from '@tollgate/model-kit';
import { checkContent } from './check-content';

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
const rolesThatMustSpeak = new Set(['system', 'developer', 'user']);

/** Roles, content shapes, and that every tool result answers a call that was made before it. */
export function checkMessages(messages: readonly unknown[]): readonly Fields[] {
  const openCalls = new Set<string>();
  messages.forEach((message, index) => checkMessage(message, `messages.${index}`, openCalls));
  return messages as readonly Fields[];
}

function checkMessage(message: unknown, param: string, openCalls: Set<string>): void {
  if (!isFields(message)) {
    throw new AppError('unsupported_param', { message: `${param} must be an object`, param });
  }
  const { content, role, tool_calls: toolCalls } = message;
  if (typeof role !== 'string' || !roles.has(role)) {
    throw new AppError('unsupported_param', {
      message: `${param}.role is not known`,
      param: `${param}.role`,
    });
  }
  if (content == null && rolesThatMustSpeak.has(role)) {
    throw new AppError('missing_required_field', {
      message: `${param}.content is required`,
      param: `${param}.content`,
    });
  }
  checkContent(content, `${param}.content`);
  if (role === 'assistant' && toolCalls != null) noteCalls(toolCalls, param, openCalls);
  if (role === 'tool') takeResult(message, param, openCalls);
}

function noteCalls(toolCalls: unknown, param: string, openCalls: Set<string>): void {
  if (!Array.isArray(toolCalls)) throw makeFault(`${param}.tool_calls`, 'must be a list');
  toolCalls.forEach((call: unknown, index) => {
    const { custom, function: called, id, type } = asFields(call);
    const { name } = asFields(type === 'custom' ? custom : called);
    if (typeof name !== 'string') {
      throw makeFault(`${param}.tool_calls.${index}`, 'must name what it calls');
    }
    if (typeof id === 'string') openCalls.add(id);
  });
}

function takeResult(message: Fields, param: string, openCalls: Set<string>): void {
  const id = message['tool_call_id'];
  if (typeof id !== 'string' || !openCalls.delete(id)) {
    throw makeFault(
      `${param}.tool_call_id`,
      'answers no tool call before it, or one already answered',
    );
  }
}

function makeFault(param: string, text: string): AppError {
  return new AppError('malformed_tool_messages', { message: `${param} ${text}`, param });
}
