import { AppError } from '@tollgate/errors';

type Message = Readonly<Record<string, unknown>>;

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/** Roles, content shapes, and that every tool result answers a call that was made before it. */
export function checkMessages(messages: readonly unknown[]): readonly Message[] {
  const openCalls = new Set<string>();
  messages.forEach((message, index) => checkMessage(message, index, openCalls));
  return messages as readonly Message[];
}

function checkMessage(message: unknown, index: number, openCalls: Set<string>): void {
  const param = `messages.${index}`;
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new AppError('unsupported_param', { message: `${param} must be an object`, param });
  }
  const { role, content, tool_calls: toolCalls } = message as Message;
  if (typeof role !== 'string' || !roles.has(role)) {
    throw new AppError('unsupported_param', {
      message: `${param}.role is not known`,
      param: `${param}.role`,
    });
  }
  checkContent(content, `${param}.content`);
  if (role === 'assistant' && Array.isArray(toolCalls)) noteCalls(toolCalls, openCalls);
  if (role === 'tool') takeResult(message as Message, param, openCalls);
}

function checkContent(content: unknown, param: string): void {
  const isText = content === undefined || content === null || typeof content === 'string';
  const isParts =
    Array.isArray(content) && content.every((part) => typeof part === 'object' && part !== null);
  if (!isText && !isParts) {
    throw new AppError('unsupported_param', {
      message: `${param} must be text or a list of parts`,
      param,
    });
  }
}

function noteCalls(toolCalls: readonly unknown[], openCalls: Set<string>): void {
  for (const call of toolCalls) {
    const id = (call as { id?: unknown } | null)?.id;
    if (typeof id === 'string') openCalls.add(id);
  }
}

function takeResult(message: Message, param: string, openCalls: Set<string>): void {
  const id = message['tool_call_id'];
  if (typeof id !== 'string' || !openCalls.delete(id)) {
    throw new AppError('malformed_tool_messages', {
      message: `${param}.tool_call_id answers no tool call before it, or one already answered`,
      param: `${param}.tool_call_id`,
    });
  }
}
