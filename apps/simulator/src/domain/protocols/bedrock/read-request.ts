import { asRecord, asRecords, asTexts, getText, readCount, type Fields } from '../../fields';
import { countPromptTokens, fault, parseBody, type ReadRequest } from '../../sim-request';
import { findFault } from './find-fault';

const pathPattern = /\/model\/([^/]+)\/(converse|converse-stream)$/;

export function readRequest(text: string, path: string): ReadRequest {
  const [, name = '', method] = pathPattern.exec(path) ?? [];
  const body = parseBody(text);
  if (body === undefined) return fault('Malformed input request: not valid JSON', null);
  const messages = asRecords(body['messages']);
  const wrong = findFault(body);
  if (wrong !== undefined) return fault(wrong, null);
  const lastUser = messages.findLastIndex(
    ({ content, role }) => role === 'user' && getText(content) !== '',
  );
  const { toolChoice, tools: given } = asRecord(body['toolConfig']);
  const tools = asRecords(given).flatMap(({ toolSpec }) =>
    toolSpec === undefined ? [] : [asRecord(toolSpec)],
  );
  const config = asRecord(body['inferenceConfig']);
  const fields = asRecord(body['additionalModelRequestFields']);
  const prompt = [{ content: body['system'] }, ...messages];
  return {
    kind: 'request',
    request: {
      model: decodeURIComponent(name),
      isStreamed: method === 'converse-stream',
      hasStreamUsage: true,
      tokensMax: readCount(config['maxTokens']),
      choices: 1,
      stops: asTexts(config['stopSequences']),
      tools: tools.map(({ inputSchema, name: tool }) => ({
        name: String(tool),
        schema: asRecord(asRecord(inputSchema)['json']),
      })),
      forcedTool: readForcedTool(asRecord(toolChoice)),
      outputSchema: readOutputSchema(fields),
      lastUserText: getText(messages[lastUser]?.['content']),
      toolTurns: messages.slice(lastUser + 1).filter(hasResult).length,
      promptTokens: countPromptTokens(prompt.map(readContent), tools),
    },
  };
}

function hasResult({ content }: Fields): boolean {
  return asRecords(content).some(({ toolResult }) => toolResult !== undefined);
}

function readContent({ content }: Fields): { text: string; images: number } {
  const blocks = asRecords(content);
  const results = blocks.map(({ toolResult }) => getText(asRecord(toolResult)['content'])).join('');
  return {
    text: getText(content) + results,
    images: blocks.filter(({ document, image }) => document !== undefined || image !== undefined)
      .length,
  };
}

function readForcedTool({ any, tool }: Fields): string | undefined {
  if (any !== undefined) return '';
  return tool === undefined ? undefined : String(asRecord(tool)['name']);
}

function readOutputSchema(fields: Fields): Fields | undefined {
  const { schema } = asRecord(asRecord(fields['output_config'])['format']);
  return schema === undefined ? undefined : asRecord(schema);
}
