import { asRecord, asRecords, type Fields } from '../../fields';

const documentName = /^[a-z0-9()[\]-]+(?: [a-z0-9()[\]-]+)*$/i;

/** What the real API refuses, so that a wrong translation does not pass here. */
export function findFault(body: Fields): string | undefined {
  const messages = asRecords(body['messages']);
  if (messages.length === 0) return 'A conversation must contain at least one message.';
  if (messages[0]?.['role'] !== 'user') return 'A conversation must start with a user message.';
  const hasTools = asRecords(asRecord(body['toolConfig'])['tools']).length > 0;
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (before !== undefined && before['role'] === message['role']) {
      return 'A conversation must alternate between user and assistant roles.';
    }
    const wrong =
      findContentFault(message, hasTools) ?? findResultFault(message, listCalls(before));
    if (wrong !== undefined) return `messages.${index}: ${wrong}`;
  }
  return undefined;
}

function findContentFault({ content }: Fields, hasTools: boolean): string | undefined {
  const blocks = asRecords(content);
  if (blocks.length === 0) {
    return 'The content field in the Message object is empty. Add a ContentBlock object.';
  }
  for (const block of blocks) {
    const wrong = findBlockFault(block, hasTools);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function findBlockFault(block: Fields, hasTools: boolean): string | undefined {
  const { document, reasoningContent, toolResult, toolUse } = block;
  if ((toolUse !== undefined || toolResult !== undefined) && !hasTools) {
    return 'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
  }
  const inner = asRecords(asRecord(toolResult)['content']);
  if ([block, ...inner].some(({ text }) => typeof text === 'string' && text.trim() === '')) {
    return 'The text field in the ContentBlock object is blank.';
  }
  if (document !== undefined && !documentName.test(String(asRecord(document)['name']))) {
    return 'The document file name can only contain alphanumeric characters, …';
  }
  const { signature } = asRecord(asRecord(reasoningContent)['reasoningText']);
  const isOwn = typeof signature === 'string' && signature.startsWith('sim-signature-');
  return signature === undefined || isOwn ? undefined : 'Invalid `signature` in `thinking` block';
}

function findResultFault({ content }: Fields, open: readonly string[]): string | undefined {
  const results = asRecords(content).flatMap(({ toolResult }) =>
    toolResult === undefined ? [] : [String(asRecord(toolResult)['toolUseId'])],
  );
  if (open.some((id) => !results.includes(id))) {
    return 'Expected toolResult blocks for every toolUse block of the previous turn.';
  }
  const orphan = results.find((id) => !open.includes(id));
  return orphan === undefined
    ? undefined
    : 'The number of toolResult blocks exceeds the number of toolUse blocks of previous turn.';
}

function listCalls(message: Fields | undefined): string[] {
  return asRecords(message?.['content']).flatMap(({ toolUse }) =>
    toolUse === undefined ? [] : [String(asRecord(toolUse)['toolUseId'])],
  );
}
