import { asFields, isFields, makeFault, type Fields } from '@tollgate/model-kit';

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
const toolFault = 'malformed_tool_messages';
const rolesThatMustSpeak = new Set(['system', 'developer', 'user']);

/** Roles, content shapes, and that every tool result answers a call that was made before it. */
export function checkMessages(messages: readonly unknown[]): readonly Fields[] {
  const openCalls = new Set<string>();
  messages.forEach((message, index) => checkMessage(message, `messages.${index}`, openCalls));
  return messages as readonly Fields[];
}

function checkMessage(message: unknown, param: string, openCalls: Set<string>): void {
  if (!isFields(message)) throw makeFault(param, 'must be an object');
  const { content, role, tool_calls: toolCalls } = message;
  if (typeof role !== 'string' || !roles.has(role)) {
    throw makeFault(`${param}.role`, 'is not known');
  }
  if (content == null && rolesThatMustSpeak.has(role)) {
    throw makeFault(`${param}.content`, 'is required', 'missing_required_field');
  }
  checkContent(content, `${param}.content`);
  checkSpoken(message, `${param}.audio`);
  if (role === 'assistant' && toolCalls != null) noteCalls(toolCalls, param, openCalls);
  if (role === 'tool') takeResult(message, param, openCalls);
}

/** An earlier answer is stored under the gateway's key, which all customers share. */
function checkSpoken({ audio }: Fields, param: string): void {
  if (asFields(audio)['id'] == null) return;
  throw makeFault(param, 'takes no id: send the transcript of the answer as content');
}

function noteCalls(toolCalls: unknown, param: string, openCalls: Set<string>): void {
  if (!Array.isArray(toolCalls))
    throw makeFault(`${param}.tool_calls`, 'must be a list', toolFault);
  toolCalls.forEach((call: unknown, index) => {
    const { custom, function: called, id, type } = asFields(call);
    const { name } = asFields(type === 'custom' ? custom : called);
    if (typeof name !== 'string') {
      throw makeFault(`${param}.tool_calls.${index}`, 'must name what it calls', toolFault);
    }
    if (typeof id === 'string') openCalls.add(id);
  });
}

function takeResult(message: Fields, param: string, openCalls: Set<string>): void {
  const id = message['tool_call_id'];
  if (typeof id !== 'string' || !openCalls.delete(id)) {
    const fault = 'answers no tool call before it, or one already answered';
    throw makeFault(`${param}.tool_call_id`, fault, toolFault);
  }
}

/** The fault of a part of a known type; undefined: it is valid. */
const checks: Readonly<Record<string, (part: Fields) => string | undefined>> = {
  text: ({ text }) => (typeof text === 'string' ? undefined : 'needs its text'),
  image_url: ({ image_url: image }) => checkUrl(image),
  video_url: ({ video_url: video }) => checkUrl(video),
  input_audio: ({ input_audio: audio }) => checkAudio(asFields(audio)),
  file: ({ file }) => checkFile(asFields(file)),
};

/** Text, or a list of complete parts. Parts of unknown types pass. */
function checkContent(content: unknown, param: string): void {
  if (content === undefined || content === null || typeof content === 'string') return;
  if (!Array.isArray(content)) throw makeFault(param, 'must be text or a list of parts');
  content.forEach((part: unknown, index) => checkPart(part, `${param}.${index}`));
}

function checkPart(part: unknown, param: string): void {
  if (!isFields(part) || typeof part['type'] !== 'string') {
    throw makeFault(param, 'must be an object with a type');
  }
  const { type } = part;
  const fault = Object.hasOwn(checks, type) ? checks[type]?.(part) : undefined;
  if (fault !== undefined) throw makeFault(param, fault);
}

function checkUrl(value: unknown): string | undefined {
  const { url } = asFields(value);
  return typeof url === 'string' && url !== '' ? undefined : 'needs a url';
}

function checkAudio({ data, format }: Fields): string | undefined {
  if (typeof data !== 'string') return 'needs data';
  if (data.startsWith('data:')) return 'takes bare base64, without a data: prefix';
  return typeof format === 'string' && format !== '' ? undefined : 'needs a format';
}

function checkFile({ file_data: data, file_id: id }: Fields): string | undefined {
  // The id would be looked up under the gateway's key, which all customers share.
  if (id != null) return 'takes no file_id: send file_data';
  if (typeof data !== 'string') return 'needs file_data';
  return data.startsWith('data:') ? undefined : 'takes a base64 data: URI, not an address';
}
