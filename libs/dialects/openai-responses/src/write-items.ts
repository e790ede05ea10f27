import { type Block, isFields, parseDataUri, sealSignature } from '@tollgate/model-kit';
import type { Annotation, AnswerPart } from '@tollgate/model-spec';
import { makeUlid } from '@tollgate/ids';
import type { ToolFace } from './read-tools';
import type { ItemStatus, ResponseOutputText, WireItem } from './wire';

export type ToolFaces = ReadonlyMap<string, ToolFace>;

export interface ItemOptions {
  readonly id: string;
  readonly status: ItemStatus;
  readonly faces: ToolFaces;
}

type ToolBlock = Extract<Block, { kind: 'tool-call' }>;

export function makeItemId(block: Block, faces: ToolFaces): string {
  return prefixOf(block, faces) + makeUlid();
}

function prefixOf(block: Block, faces: ToolFaces): string {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return 'msg_';
    case 'reasoning':
    case 'redacted-reasoning':
      return 'rs_';
    case 'tool-call':
      return isCustomCall(block, faces) ? 'ctc_' : 'fc_';
    case 'image':
      return isInline(block.text) ? 'ig_' : 'msg_';
  }
}

/** A block of an answer, as far as it has come, as an item of the output. */
export function writeItem(block: Block, { faces, id, status }: ItemOptions): WireItem {
  switch (block.kind) {
    case 'text':
      return writeMessage(id, status, writeText(block.text, block.annotations));
    case 'refusal':
      return writeMessage(id, status, { type: 'refusal', refusal: block.text });
    case 'reasoning':
      return writeThought(id, block.text, seal(block, false));
    case 'redacted-reasoning':
      return writeThought(id, '', seal({ format: block.format, signature: block.text }, true));
    case 'tool-call':
      return writeCall(block, { id, status, faces });
    case 'image':
      return writeImage(id, status, block.text);
  }
}

export function writeText(
  text: string,
  annotations: readonly Annotation[] = [],
): ResponseOutputText {
  return {
    type: 'output_text',
    text,
    annotations: annotations.map(writeAnnotation),
    logprobs: [],
  };
}

export function writeAnnotation({
  endIndex,
  startIndex,
  title,
  url,
}: Annotation): ResponseOutputText.URLCitation {
  return {
    type: 'url_citation',
    url,
    title: title ?? '',
    start_index: startIndex ?? 0,
    end_index: endIndex ?? 0,
  };
}

export function isCustomCall({ name }: ToolBlock, faces: ToolFaces): boolean {
  return faces.get(name)?.isCustom === true;
}

/** Free text was sent as the only argument of a function. */
export function readCustomInput(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value) && typeof value['input'] === 'string') return value['input'];
  } catch {
    // The model wrote the bare text instead of JSON.
  }
  return text === '{}' ? '' : text;
}

/** Items have no field for the signature of a call: an empty reasoning item before it has it. */
export function makeSignatureBlock({ thoughtSignature }: ToolBlock): Block | undefined {
  if (thoughtSignature === undefined) return undefined;
  return {
    kind: 'reasoning',
    text: '',
    format: 'google',
    signature: thoughtSignature,
    id: undefined,
  };
}

/** A part of a whole answer as the block that a stream would have made of it. */
export function toBlock(part: AnswerPart, index: number): Block {
  switch (part.type) {
    case 'text':
      return { kind: 'text', text: part.text, annotations: [...(part.annotations ?? [])] };
    case 'refusal':
      return { kind: 'refusal', text: part.text };
    case 'image':
      return { kind: 'image', text: part.url };
    case 'tool-call': {
      const { arguments: text, id, name, thoughtSignature } = part;
      return { kind: 'tool-call', text, index, id, name, thoughtSignature };
    }
    case 'reasoning': {
      const { format, id, isRedacted, signature, text } = part;
      return isRedacted === true
        ? { kind: 'redacted-reasoning', text: signature ?? '', format }
        : { kind: 'reasoning', text, format, signature, id };
    }
  }
}

function seal(
  { format, signature }: Pick<Extract<Block, { kind: 'reasoning' }>, 'format' | 'signature'>,
  isRedacted: boolean,
): string | null {
  return signature === undefined ? null : sealSignature({ format, signature, isRedacted });
}

function writeMessage(
  id: string,
  status: ItemStatus,
  part: ResponseOutputText | { type: 'refusal'; refusal: string },
): WireItem {
  return { id, type: 'message', role: 'assistant', status, content: [part] };
}

function writeThought(id: string, text: string, encrypted: string | null): WireItem {
  return {
    id,
    type: 'reasoning',
    summary: text === '' ? [] : [{ type: 'summary_text', text }],
    encrypted_content: encrypted,
  };
}

function writeCall(block: ToolBlock, { faces, id, status }: ItemOptions): WireItem {
  const face = faces.get(block.name);
  const common = {
    id,
    call_id: block.id,
    name: face?.name ?? block.name,
    ...(face?.namespace === undefined ? {} : { namespace: face.namespace }),
    status,
  };
  return face?.isCustom === true
    ? { ...common, type: 'custom_tool_call', input: readCustomInput(block.text) }
    : { ...common, type: 'function_call', arguments: block.text };
}

function isInline(url: string): boolean {
  return parseDataUri(url) !== undefined;
}

/** The image item takes only bytes; a URL is sent as text. */
function writeImage(id: string, status: ItemStatus, url: string): WireItem {
  const inline = parseDataUri(url);
  if (inline === undefined) return writeMessage(id, status, writeText(`![image](${url})`));
  return { id, type: 'image_generation_call', status: 'completed', result: inline.data };
}
