import type { IncomingHttpHeaders } from 'node:http';
import { countPromptTokens, fault, parseBody, type ReadRequest } from '../../sim-request';
import {
  asRecord,
  asRecords,
  asTexts,
  getText,
  isRecord,
  readCount,
  type Fields,
} from '../../fields';

/** The beta that allows `role: "system"` inside `messages`. */
const innerSystemBeta = 'mid-conversation-system-';

export function readRequest(
  text: string,
  _path: string,
  headers: IncomingHttpHeaders,
): ReadRequest {
  const body = parseBody(text);
  if (body === undefined) return fault('The request body is not valid JSON', null);
  const { model, messages, max_tokens: tokensMax } = body;
  if (typeof model !== 'string' || model === '') return fault('model: Field required', 'model');
  if (readCount(tokensMax) === undefined) return fault('max_tokens: Field required', 'max_tokens');
  const wrong = findFault(asRecords(messages), readRoles(headers));
  if (wrong !== undefined) return fault(wrong, 'messages');
  return readCounted(body, model);
}

/** count_tokens takes the same body without a limit. */
export function readCounted(body: Fields, model: string): ReadRequest {
  const list = asRecords(body['messages']);
  const lastUser = list.findLastIndex(
    ({ content, role }) => role === 'user' && getText(content) !== '',
  );
  const tools = asRecords(body['tools']);
  const texts = [{ content: body['system'] }, ...list].map(({ content }) => readContent(content));
  return {
    kind: 'request',
    request: {
      model,
      isStreamed: body['stream'] === true,
      hasStreamUsage: true,
      tokensMax: readCount(body['max_tokens']),
      choices: 1,
      stops: asTexts(body['stop_sequences']),
      tools: tools.map(({ input_schema: schema, name }) => ({
        name: String(name),
        schema: asRecord(schema),
      })),
      forcedTool: readForcedTool(asRecord(body['tool_choice'])),
      outputSchema: readOutputSchema(asRecord(asRecord(body['output_config'])['format'])),
      lastUserText: getText(list[lastUser]?.['content']),
      toolTurns: list.slice(lastUser + 1).filter(hasToolResult).length,
      promptTokens: countPromptTokens(texts, tools),
      serviceTier: typeof body['service_tier'] === 'string' ? body['service_tier'] : undefined,
      searchesMax: readSearchesMax(tools),
    },
  };
}

/** Without a limit of the caller the provider chooses the number of searches. */
function readSearchesMax(tools: readonly Fields[]): number | undefined {
  const search = tools.find(({ type }) => String(type).startsWith('web_search_'));
  return search && (readCount(search['max_uses']) ?? Number.POSITIVE_INFINITY);
}

/** What the real API refuses, so that a wrong translation does not pass here. */
function findFault(messages: readonly Fields[], roles: readonly unknown[]): string | undefined {
  if (messages.length === 0) return 'messages: Field required';
  if (messages[0]?.['role'] !== 'user') return 'messages: first message must be user';
  for (const [index, message] of messages.entries()) {
    const wrong =
      findRoleFault(message, roles) ??
      findContentFault(message, index === messages.length - 1) ??
      findResultFault(message, listCalls(messages[index - 1]));
    if (wrong !== undefined) return `messages.${index}${wrong}`;
  }
  return undefined;
}

function readRoles(headers: IncomingHttpHeaders): readonly string[] {
  const betas = String(headers['anthropic-beta'] ?? '').split(',');
  const hasInnerSystem = betas.some((beta) => beta.trim().startsWith(innerSystemBeta));
  return hasInnerSystem ? ['user', 'assistant', 'system'] : ['user', 'assistant'];
}

function findRoleFault({ role }: Fields, roles: readonly unknown[]): string | undefined {
  if (roles.includes(role)) return undefined;
  return `.role: Input should be ${roles.map((name) => `'${String(name)}'`).join(' or ')}`;
}

function findContentFault({ content }: Fields, isLast: boolean): string | undefined {
  const blocks = asRecords(content);
  const isEmpty = typeof content === 'string' ? content === '' : blocks.length === 0;
  if (isEmpty && !isLast) return ': all messages must have non-empty content';
  if (blocks.some(({ text, type }) => type === 'text' && text === '')) {
    return ': text content blocks must be non-empty';
  }
  return blocks.some(isUnsignedThought) ? ': Invalid `signature` in `thinking` block' : undefined;
}

function findResultFault(message: Fields, open: readonly string[]): string | undefined {
  const results = listResults(message);
  const missing = open.find((id) => !results.includes(id));
  if (missing !== undefined) {
    return `: \`tool_use\` ids were found without \`tool_result\` blocks: ${missing}`;
  }
  const orphan = results.find((id) => !open.includes(id));
  return orphan === undefined ? undefined : `: unexpected \`tool_use_id\`: ${orphan}`;
}

function listCalls(message: Fields | undefined): string[] {
  return asRecords(message?.['content'])
    .filter(({ type }) => type === 'tool_use')
    .map(({ id }) => String(id));
}

function listResults({ content }: Fields): string[] {
  return asRecords(content)
    .filter(({ type }) => type === 'tool_result')
    .map(({ tool_use_id: id }) => String(id));
}

/** Only what it signed itself is taken back. */
function isUnsignedThought({ signature, type }: Fields): boolean {
  return type === 'thinking' && !String(signature).startsWith('sim-signature-');
}

function hasToolResult(message: Fields): boolean {
  return listResults(message).length > 0;
}

function readContent(content: unknown): { text: string; images: number } {
  const blocks = asRecords(content);
  const results = blocks.map((block) => getText(block['content'])).join('');
  return {
    text: getText(content) + results,
    images: blocks.filter(({ type }) => type === 'image' || type === 'document').length,
  };
}

function readForcedTool({ name, type }: Fields): string | undefined {
  if (type === 'any') return '';
  return type === 'tool' ? String(name) : undefined;
}

function readOutputSchema({ schema }: Fields): Fields | undefined {
  return isRecord(schema) ? schema : undefined;
}
