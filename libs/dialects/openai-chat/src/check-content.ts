import { AppError } from '@tollgate/errors';
import { asFields, isFields, type Fields } from '@tollgate/model-kit';

/** The fault of a part of a known type; undefined: it is valid. */
const checks: Readonly<Record<string, (part: Fields) => string | undefined>> = {
  text: ({ text }) => (typeof text === 'string' ? undefined : 'needs its text'),
  image_url: ({ image_url: image }) => checkUrl(image),
  video_url: ({ video_url: video }) => checkUrl(video),
  input_audio: ({ input_audio: audio }) => checkAudio(asFields(audio)),
  file: ({ file }) => checkFile(asFields(file)),
};

/** Text, or a list of complete parts. Parts of unknown types pass. */
export function checkContent(content: unknown, param: string): void {
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

function makeFault(param: string, text: string): AppError {
  return new AppError('unsupported_param', { message: `${param} ${text}`, param });
}
