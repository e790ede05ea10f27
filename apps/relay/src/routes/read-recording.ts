import { Readable } from 'node:stream';
import { transcriptionRequestSchema } from '@tollgate/dialects/openai-audio';
import { AppError } from '@tollgate/errors';
import type { UploadedFile } from '../domain/uploaded-file';

const schema = transcriptionRequestSchema.shape.input_audio;
/** The decoder ignores other characters, so that a data URI would decode to noise. */
const base64Pattern = /^[\w+/-]+={0,2}$/;

/** A recording inside a JSON body. Raises: missing_required_field, unsupported_param. */
export function readRecording(audio: unknown): UploadedFile {
  const result = schema.safeParse(audio);
  if (!result.success) throw explain(result.error.issues[0], audio);
  const { data, format: given } = result.data;
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length === 0 || !base64Pattern.test(data)) {
    const param = 'input_audio.data';
    throw new AppError('unsupported_param', { message: `${param}: not base64`, param });
  }
  const format = given.toLowerCase();
  return {
    fieldName: 'file',
    fileName: `audio.${format}`,
    contentType: `audio/${format}`,
    bytes: bytes.length,
    open: () => Readable.from([bytes], { objectMode: false }),
    read: () => Promise.resolve(bytes),
  };
}

type Issue = NonNullable<ReturnType<typeof schema.safeParse>['error']>['issues'][number];

function explain(issue: Issue | undefined, audio: unknown): AppError {
  const path = issue?.path.map(String) ?? [];
  const param = ['input_audio', ...path].join('.');
  const [field] = path;
  const given = field === undefined ? undefined : Object.entries(audio as object);
  const value = given?.find(([name]) => name === field)?.[1] as unknown;
  return field !== undefined && (value == null || value === '')
    ? new AppError('missing_required_field', { message: `${param} is required`, param })
    : new AppError('unsupported_param', { message: `${param}: ${issue?.message ?? ''}`, param });
}
