import { AppError } from '@tollgate/errors';
import { asFields, isFields, type Fields } from '@tollgate/model-kit';
import type { CatalogModel } from '../catalog/catalog';

export type InputKind = 'image' | 'audio' | 'file' | 'video';

/** The input beside text, and the path of the first of each kind. */
export type InputPlaces = ReadonlyMap<InputKind, string>;

const kindOfType: ReadonlyMap<unknown, InputKind> = new Map([
  ['image_url', 'image'],
  ['input_image', 'image'],
  ['image', 'image'],
  ['video_url', 'video'],
  ['input_video', 'video'],
  ['video', 'video'],
  ['input_audio', 'audio'],
  ['audio', 'audio'],
  ['file', 'file'],
  ['input_file', 'file'],
  ['document', 'file'],
]);
/** Tool results contain blocks in blocks; nothing is nested deeper. */
const depthMax = 4;

/** Reads a body of chat, Responses or Messages. */
export function listModalities(body: Fields): InputPlaces {
  const places = new Map<InputKind, string>();
  for (const field of ['messages', 'input'] as const) visit(body[field], field, places, 0);
  if (isFields(body['input_audio'])) places.set('audio', 'input_audio');
  return places;
}

function visit(value: unknown, path: string, places: Map<InputKind, string>, depth: number): void {
  if (!Array.isArray(value) || depth > depthMax) return;
  value.forEach((member: unknown, index) => {
    if (!isFields(member)) return;
    const place = `${path}.${index}`;
    const kind = readKind(member);
    if (kind !== undefined && !places.has(kind)) places.set(kind, place);
    visit(member['content'], `${place}.content`, places, depth + 1);
    visit(member['output'], `${place}.output`, places, depth + 1);
  });
}

function readKind(block: Fields): InputKind | undefined {
  const kind = kindOfType.get(block['type']);
  if (kind !== 'file') return kind;
  const { media_type: mediaType, type } = asFields(block['source']);
  // A document may be plain text, or contain blocks.
  if (type === 'text' || type === 'content') return undefined;
  const data = asFields(block['file'])['file_data'] ?? block['file_data'];
  const isPicture = String(data).startsWith('data:image/') || /^image\//.test(String(mediaType));
  return isPicture ? 'image' : 'file';
}

/** Whether a model accepts all kinds of input; one that lists none is not restricted. */
export function takesInputs({ document }: CatalogModel, inputs: InputPlaces): boolean {
  const { inputModalities = [] } = document;
  return (
    inputModalities.length === 0 ||
    [...inputs.keys()].every((kind) => inputModalities.includes(kind))
  );
}

/** Raises: input_images_not_supported, unsupported_param for other kinds. */
export function checkModalities(model: CatalogModel, body: Fields): void {
  const inputs = listModalities(body);
  if (takesInputs(model, inputs)) return;
  const { inputModalities = [] } = model.document;
  for (const [kind, param] of inputs) {
    if (inputModalities.includes(kind)) continue;
    const message = `${param}: ${model.id} takes ${inputModalities.join(', ')}, not ${kind}`;
    throw new AppError(kind === 'image' ? 'input_images_not_supported' : 'unsupported_param', {
      message,
      param,
    });
  }
}
