import { countPromptTokens, fault, parseBody, type ReadRequest } from '../../sim-request';
import { asRecord, asRecords, getText, isRecord, readCount, type Fields } from '../../fields';

export function readRequest(text: string): ReadRequest {
  const body = parseBody(text);
  if (body === undefined) return fault('We could not parse the JSON body of your request.', null);
  const { input, instructions, model } = body;
  if (typeof model !== 'string' || model === '') {
    return fault("Missing required parameter: 'model'.", 'model');
  }
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : asRecords(input);
  if (items.length === 0) return fault("Missing required parameter: 'input'.", 'input');
  const orphan = findOrphan(items);
  if (orphan !== undefined) {
    return fault(`No tool call found for function call output with call_id ${orphan}.`, 'input');
  }
  const lastUser = items.findLastIndex(({ role }) => role === 'user');
  const tools = asRecords(body['tools']);
  const texts = [{ content: instructions }, ...items].map(readItem);
  return {
    kind: 'request',
    request: {
      model,
      isStreamed: body['stream'] === true,
      hasStreamUsage: true,
      tokensMax: readCount(body['max_output_tokens']),
      choices: 1,
      stops: [],
      tools: tools
        .filter(({ type }) => type === 'function' || type === 'custom')
        .map(({ name, parameters }) => ({ name: String(name), schema: asRecord(parameters) })),
      forcedTool: readForcedTool(body['tool_choice']),
      outputSchema: readOutputSchema(asRecord(asRecord(body['text'])['format'])),
      lastUserText: getText(items[lastUser]?.['content']),
      toolTurns: countToolTurns(items.slice(lastUser + 1)),
      promptTokens: countPromptTokens(texts, tools),
      serviceTier: typeof body['service_tier'] === 'string' ? body['service_tier'] : undefined,
      searchesMax: tools.some(({ type }) => String(type).startsWith('web_search'))
        ? (readCount(body['max_tool_calls']) ?? Number.POSITIVE_INFINITY)
        : undefined,
    },
  };
}

function findOrphan(items: readonly Fields[]): string | undefined {
  const calls = new Set(items.filter(isCall).map(({ call_id: id }) => id));
  const orphan = items.find((item) => isResult(item) && !calls.has(item['call_id']));
  return orphan === undefined ? undefined : String(orphan['call_id']);
}

function isCall({ type }: Fields): boolean {
  return type === 'function_call' || type === 'custom_tool_call';
}

function isResult({ type }: Fields): boolean {
  return type === 'function_call_output' || type === 'custom_tool_call_output';
}

function countToolTurns(items: readonly Fields[]): number {
  return items.filter((item, index) => isResult(item) && !isResult(items[index + 1] ?? {})).length;
}

function readItem(item: Fields): { text: string; images: number } {
  const { arguments: call, content, output } = item;
  return {
    text: getText(content) + getText(output) + getText(call),
    images: asRecords(content).filter(({ type }) => type === 'input_image').length,
  };
}

function readForcedTool(choice: unknown): string | undefined {
  if (choice === 'required') return '';
  const { name, type } = asRecord(choice);
  return type === 'function' || type === 'custom' ? String(name) : undefined;
}

function readOutputSchema({ schema, type }: Fields): Fields | undefined {
  if (type === 'json_object') return { type: 'object', properties: { answer: {} } };
  return isRecord(schema) ? schema : undefined;
}
