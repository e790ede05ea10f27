import { asFieldList, asFields, asText, type Fields, omitUndefined } from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
import type {
  AssistantPart,
  AudioPart,
  FilePart,
  ImagePart,
  TextPart,
  UserPart,
} from '@tollgate/model-spec';

/** Content of a user or of a tool result. Raises unsupported_param. */
export function readUserParts(content: unknown): readonly UserPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asFieldList(content).map(readUserBlock);
}

export function readTextParts(content: unknown): readonly TextPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asFieldList(content).map((block) => readText(block) ?? refuse(block));
}

export function readAssistantParts(content: unknown): readonly AssistantPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asFieldList(content).map((block) => {
    if (block['type'] === 'refusal') {
      return { type: 'refusal', text: asText(block['refusal']) ?? '' };
    }
    return block['type'] === 'input_image' ? readImage(block) : (readText(block) ?? refuse(block));
  });
}

/** Tool results may contain what a user message may, except audio. */
export function readResultParts(output: unknown): readonly (TextPart | ImagePart | FilePart)[] {
  return readUserParts(output).map((part) => {
    if (part.type === 'audio' || part.type === 'video') return refuse({ type: part.type });
    return part;
  });
}

function readUserBlock(block: Fields): UserPart {
  switch (block['type']) {
    case 'input_image':
      return readImage(block);
    case 'input_file':
      return readFile(block);
    case 'input_audio':
      return readAudio(block);
    case 'input_video':
      return { type: 'video', url: asText(block['video_url']) ?? '' };
    default:
      return readText(block) ?? refuse(block);
  }
}

const textTypes = new Set<unknown>(['input_text', 'output_text', 'text', 'summary_text']);

function readText({ text, type }: Fields): TextPart | undefined {
  return textTypes.has(type) ? { type: 'text', text: asText(text) ?? '' } : undefined;
}

/** The URL is text here; the object of Chat is accepted too. */
function readImage(block: Fields): ImagePart {
  const { detail, image_url: image } = block;
  const url = asText(image) ?? asText(asFields(image)['url']);
  if (url === undefined) return refuse({ type: 'input_image without image_url' });
  return omitUndefined<ImagePart>({
    type: 'image',
    url,
    detail: asText(detail),
    cacheControl: undefined,
  });
}

function readFile({ file_data: data, filename }: Fields): FilePart {
  return omitUndefined<FilePart>({
    type: 'file',
    filename: asText(filename),
    dataUri: asText(data) ?? '',
    cacheControl: undefined,
  });
}

function readAudio({ input_audio: audio }: Fields): AudioPart {
  const { data, format } = asFields(audio);
  return { type: 'audio', data: asText(data) ?? '', format: asText(format) ?? '' };
}

function refuse({ type }: Fields): never {
  throw new AppError('unsupported_param', {
    message: `A block of type ${String(type)} is not supported here`,
    param: 'input',
  });
}
