import { countPromptTokens, fault, parseBody, type ReadRequest } from '../../sim-request';
import { asRecord, asRecords, asTexts, isRecord, readCount, type Fields } from '../../fields';

const pathPattern = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

export function readRequest(text: string, path: string): ReadRequest {
  const [, name = '', method] = pathPattern.exec(path) ?? [];
  const body = parseBody(text);
  if (body === undefined) return fault('Invalid JSON payload received.', null);
  const contents = asRecords(body['contents']);
  const wrong = findFault(contents);
  if (wrong !== undefined) return fault(wrong, null);
  const lastUser = contents.findLastIndex(
    (content) => content['role'] === 'user' && getPartsText(content) !== '',
  );
  const tools = asRecords(body['tools']).flatMap(({ functionDeclarations }) =>
    asRecords(functionDeclarations),
  );
  const config = asRecord(body['generationConfig']);
  const prompt = [asRecord(body['systemInstruction']), ...contents];
  return {
    kind: 'request',
    request: {
      model: decodeURIComponent(name),
      isStreamed: method === 'streamGenerateContent',
      hasStreamUsage: true,
      tokensMax: readCount(config['maxOutputTokens']),
      choices: 1,
      stops: asTexts(config['stopSequences']),
      tools: tools.map(({ name: tool, parameters, parametersJsonSchema }) => ({
        name: String(tool),
        schema: asRecord(parametersJsonSchema ?? parameters),
      })),
      forcedTool: readForcedTool(asRecord(body['toolConfig'])),
      outputSchema: readOutputSchema(config),
      lastUserText: getPartsText(contents[lastUser] ?? {}),
      toolTurns: contents.slice(lastUser + 1).filter(hasResponse).length,
      wantsImage: asTexts(config['responseModalities']).includes('IMAGE'),
      promptTokens: countPromptTokens(prompt.map(readContent), tools),
      searchesMax: asRecords(body['tools']).some(({ googleSearch }) => isRecord(googleSearch))
        ? Number.POSITIVE_INFINITY
        : undefined,
    },
  };
}

/** What the real API refuses, so that a wrong translation does not pass here. */
function findFault(contents: readonly Fields[]): string | undefined {
  if (contents.length === 0) return 'contents is not specified';
  for (const [index, { parts, role }] of contents.entries()) {
    if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.';
    if (asRecords(parts).length === 0) {
      return `GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`;
    }
    const responses = countParts(parts, 'functionResponse');
    const calls = countParts(contents[index - 1]?.['parts'], 'functionCall');
    if (responses > 0 && responses !== calls) {
      return (
        'Please ensure that the number of function response parts is equal to the number of ' +
        'function call parts of the function call turn.'
      );
    }
  }
  return undefined;
}

function countParts(parts: unknown, name: string): number {
  return asRecords(parts).filter((part) => part[name] !== undefined).length;
}

function hasResponse({ parts }: Fields): boolean {
  return countParts(parts, 'functionResponse') > 0;
}

function getPartsText({ parts }: Fields): string {
  return asRecords(parts)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function readContent(content: Fields): { text: string; images: number } {
  const { parts } = content;
  const media = countParts(parts, 'inlineData') + countParts(parts, 'fileData');
  return { text: getPartsText(content), images: media };
}

function readForcedTool({ functionCallingConfig }: Fields): string | undefined {
  const { allowedFunctionNames: names, mode } = asRecord(functionCallingConfig);
  return mode === 'ANY' ? (asTexts(names)[0] ?? '') : undefined;
}

function readOutputSchema(config: Fields): Fields | undefined {
  const schema = config['responseJsonSchema'] ?? config['responseSchema'];
  if (isRecord(schema)) return schema;
  return config['responseMimeType'] === 'application/json'
    ? { type: 'object', properties: { answer: {} } }
    : undefined;
}
