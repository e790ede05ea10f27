import { isFields, makeFault, type Fields } from '@tollgate/model-kit';

const roles = new Set(['user', 'assistant', 'system']);
const toolFault = 'malformed_tool_messages';

/** Roles, content shapes, and that every tool result answers a use that was made before it. */
export function checkMessages(messages: readonly unknown[]): void {
  const openUses = new Set<string>();
  messages.forEach((message, index) => checkMessage(message, `messages.${index}`, openUses));
}

function checkMessage(message: unknown, param: string, openUses: Set<string>): void {
  if (!isFields(message)) throw makeFault(param, 'must be an object');
  const { content, role } = message;
  if (typeof role !== 'string' || !roles.has(role))
    throw makeFault(`${param}.role`, 'is not known');
  if (typeof content === 'string') return;
  if (content == null) {
    throw makeFault(`${param}.content`, 'is required', 'missing_required_field');
  }
  if (!Array.isArray(content)) throw makeFault(`${param}.content`, 'must be text or blocks');
  content.forEach((block: unknown, index) =>
    checkBlock(block, `${param}.content.${index}`, openUses),
  );
}

function checkBlock(block: unknown, param: string, openUses: Set<string>): void {
  if (!isFields(block) || typeof block['type'] !== 'string') {
    throw makeFault(param, 'must be an object with a type');
  }
  const { source, text, type } = block;
  if (type === 'text' && typeof text !== 'string') throw makeFault(param, 'needs its text');
  if ((type === 'image' || type === 'document') && !isFields(source)) {
    throw makeFault(param, 'needs a source');
  }
  if (type === 'tool_use') noteUse(block, param, openUses);
  if (type === 'tool_result') takeResult(block, param, openUses);
}

function noteUse({ id, name }: Fields, param: string, openUses: Set<string>): void {
  if (typeof id !== 'string' || typeof name !== 'string') {
    throw makeFault(param, 'needs an id and a name', toolFault);
  }
  openUses.add(id);
}

function takeResult(block: Fields, param: string, openUses: Set<string>): void {
  const id = block['tool_use_id'];
  if (typeof id !== 'string' || !openUses.delete(id)) {
    const fault = 'answers no tool_use before it, or one already answered';
    throw makeFault(`${param}.tool_use_id`, fault, toolFault);
  }
}
