import { asText, isFields, makeFault, type Fields } from '@tollgate/model-kit';

const roles = new Set(['user', 'assistant', 'system', 'developer']);
const callFault = 'malformed_tool_messages';

/** The kind of an item; messages may leave it out. */
export function readItemType(item: Fields): string | undefined {
  return asText(item['type']) ?? ('role' in item ? 'message' : undefined);
}

/** The id that a call and its result meet by. */
export function readCallId(item: Fields): string | undefined {
  return asText(item['call_id']) || asText(item['id']) || undefined;
}

/** Raises unsupported_param, and malformed_tool_messages for a result without its call. */
export function checkItems(input: string | readonly unknown[]): readonly Fields[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  const openCalls = new Set<string>();
  return input.map((item, index) => checkItem(item, `input.${index}`, openCalls));
}

function checkItem(item: unknown, param: string, openCalls: Set<string>): Fields {
  if (!isFields(item)) throw makeFault(param, 'must be an object');
  switch (readItemType(item)) {
    case undefined:
      throw makeFault(`${param}.type`, 'is missing');
    case 'message':
      checkMessage(item, param);
      break;
    case 'function_call':
    case 'custom_tool_call':
      noteCall(item, param, openCalls);
      break;
    case 'function_call_output':
    case 'custom_tool_call_output':
      takeResult(item, param, openCalls);
      break;
    default:
      // Items of hosted tools are not validated: their provider does that.
      break;
  }
  return item;
}

function checkMessage({ content, role }: Fields, param: string): void {
  if (typeof role !== 'string' || !roles.has(role)) {
    throw makeFault(`${param}.role`, 'is not known');
  }
  checkContent(content, `${param}.content`);
}

function checkContent(content: unknown, param: string): void {
  if (typeof content === 'string') return;
  if (!Array.isArray(content)) throw makeFault(param, 'must be text or a list of blocks');
  content.forEach((block: unknown, index) => checkBlock(block, `${param}.${index}`));
}

function checkBlock(block: unknown, param: string): void {
  if (!isFields(block) || typeof block['type'] !== 'string') {
    throw makeFault(param, 'must be a block with a type');
  }
  // The ids would be looked up under the gateway's key, which all customers share.
  if (block['file_id'] != null) throw makeFault(`${param}.file_id`, 'is not supported');
  if (block['type'] === 'input_file') checkFile(block, param);
  if (block['type'] === 'input_audio') checkAudio(block, param);
  const isText = block['type'] === 'input_text' || block['type'] === 'output_text';
  if (isText && typeof block['text'] !== 'string') throw makeFault(`${param}.text`, 'must be text');
}

function checkFile({ file_data: data, file_url: url }: Fields, param: string): void {
  if (url != null || !/^data:/i.test(asText(data)?.slice(0, 5) ?? '')) {
    throw makeFault(param, 'must carry its content in file_data as a base64 data URI');
  }
}

function checkAudio({ input_audio: audio }: Fields, param: string): void {
  const isWhole = isFields(audio) && asText(audio['data']) && asText(audio['format']);
  if (!isWhole) throw makeFault(`${param}.input_audio`, 'needs data and format');
}

function noteCall(item: Fields, param: string, openCalls: Set<string>): void {
  const id = readCallId(item);
  if (id === undefined || typeof item['name'] !== 'string') {
    throw makeFault(param, 'needs call_id and name', callFault);
  }
  openCalls.add(id);
}

function takeResult(item: Fields, param: string, openCalls: Set<string>): void {
  const { call_id: id, output } = item;
  if (typeof id !== 'string' || !openCalls.delete(id)) {
    const fault = 'answers no call before it, or one already answered';
    throw makeFault(`${param}.call_id`, fault, callFault);
  }
  checkContent(output ?? '', `${param}.output`);
}
