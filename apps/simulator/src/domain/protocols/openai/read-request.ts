import {
  countPromptTokens,
  fault,
  parseBody,
  type ReadRequest,
  type SimTool,
} from '../../sim-request';
import {
  asRecord,
  asRecords,
  asTexts,
  getText,
  isRecord,
  readCount,
  type Fields,
} from '../../fields';

const choicesMax = 8;

export function readRequest(text: string): ReadRequest {
  const body = parseBody(text);
  if (body === undefined) return fault('We could not parse the JSON body of your request.', null);
  const { model, messages } = body;
  if (typeof model !== 'string' || model === '') {
    return fault("Missing required parameter: 'model'.", 'model');
  }
  const wrong = findMessagesFault(messages) ?? findAudioFault(body);
  if (wrong !== undefined) return wrong;
  const list = asRecords(messages);
  const lastUser = list.findLastIndex(({ role }) => role === 'user');
  const tools = Array.isArray(body['tools']) ? (body['tools'] as unknown[]) : [];
  return {
    kind: 'request',
    request: {
      model,
      isStreamed: body['stream'] === true,
      hasStreamUsage: asRecord(body['stream_options'])['include_usage'] === true,
      tokensMax: readCount(body['max_completion_tokens']) ?? readCount(body['max_tokens']),
      choices: Math.min(readCount(body['n']) ?? 1, choicesMax),
      stops: asTexts(body['stop']),
      tools: tools.map(readTool),
      forcedTool: readForcedTool(body['tool_choice']),
      outputSchema: readOutputSchema(asRecord(body['response_format'])),
      lastUserText: getText(list[lastUser]?.['content']),
      toolTurns: countToolTurns(list.slice(lastUser + 1)),
      serviceTier: typeof body['service_tier'] === 'string' ? body['service_tier'] : undefined,
      searchesMax: body['web_search_options'] == null ? undefined : 1,
      wantsImage: asTexts(body['modalities']).includes('image'),
      wantsAudio: asTexts(body['modalities']).includes('audio'),
      promptTokens: countPromptTokens(
        list.map(({ content }) => ({ text: getText(content), images: countImages(content) })),
        tools,
      ),
    },
  };
}

function findMessagesFault(messages: unknown): ReadRequest | undefined {
  return Array.isArray(messages) && messages.length > 0
    ? undefined
    : fault("Missing required parameter: 'messages'.", 'messages');
}

/** The API wants both fields, and streams bare samples only. */
function findAudioFault(body: Fields): ReadRequest | undefined {
  if (!asTexts(body['modalities']).includes('audio')) return undefined;
  const { format, voice } = asRecord(body['audio']);
  if (typeof voice !== 'string') return fault("Missing required parameter: 'audio'.", 'audio');
  return body['stream'] === true && format !== 'pcm16'
    ? fault("Unsupported value: 'audio.format' must be 'pcm16' when stream=true.", 'audio.format')
    : undefined;
}

function readTool(tool: unknown): SimTool {
  const { name, parameters } = asRecord(asRecord(tool)['function']);
  return { name: typeof name === 'string' ? name : 'get_weather', schema: asRecord(parameters) };
}

function readForcedTool(choice: unknown): string | undefined {
  if (choice === 'required') return '';
  const { name } = asRecord(asRecord(choice)['function']);
  return typeof name === 'string' ? name : undefined;
}

function readOutputSchema(format: Fields): Fields | undefined {
  if (format['type'] === 'json_object') return { type: 'object', properties: { answer: {} } };
  const { schema } = asRecord(format['json_schema']);
  return isRecord(schema) ? schema : undefined;
}

/** Adjacent tool answers are one turn. */
function countToolTurns(messages: readonly Fields[]): number {
  return messages.filter(
    ({ role }, index) => role === 'tool' && messages[index + 1]?.['role'] !== 'tool',
  ).length;
}

function countImages(content: unknown): number {
  return asRecords(content).filter(({ type }) => type === 'image_url').length;
}
