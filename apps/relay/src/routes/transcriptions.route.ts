import { Readable } from 'node:stream';
import { transcriptionRequestSchema } from '@tollgate/dialects/openai-audio';
import type { Request, RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { jsonBodyBytesMax, readJsonText } from '@tollgate/http';
import { measureAudio, readEnds } from '@tollgate/media-types';
import { isMultipart, type ReceivedForm } from '@tollgate/multipart';
import type { Endpoint, UploadedFile } from '../domain/endpoint';
import type { RelayCall } from '../call/relay-call';
import { receiveCall, type FindPolicy, type ReceivedBody } from '../call/receive/receive-call';
import { readFields, receiveForm } from '../call/receive/receive-form';

export interface TranscriptionsOptions {
  readonly endpoint: Endpoint;
  readonly relayCall: RelayCall;
  readonly findPolicy: FindPolicy;
}

/** The limit of providers; a larger body is refused while it is read. */
const fileBytesMax = 25 * 1024 * 1024;
const limits = { filesMax: 1, fileBytesMax, totalBytesMax: jsonBodyBytesMax };

/** A recording as a file of a form, which is on disk until the call is over, or inside JSON. */
export function createTranscriptionsRoute(options: TranscriptionsOptions): RequestHandler {
  const { endpoint, findPolicy, relayCall } = options;
  return async (request, response) => {
    let form: ReceivedForm | undefined;
    try {
      const readBody = async (): Promise<ReceivedBody> => {
        if (!isMultipart(request)) return readJson(request);
        form = await receiveForm(request, limits, {});
        return readForm(form);
      };
      const call = await receiveCall(request, response, { findPolicy, readBody });
      await relayCall({ ...call, endpoint }, response);
    } finally {
      await form?.dispose();
    }
  };
}

async function readForm(form: ReceivedForm): Promise<ReceivedBody> {
  const body = readFields(form);
  const [file] = form.files;
  if (file !== undefined && file.fieldName !== 'file') {
    throw new AppError('unsupported_param', {
      message: `${file.fieldName}: only file takes a file`,
      param: file.fieldName,
    });
  }
  const { bytes, contentType, fieldName, fileName } = file ?? { bytes: 0 };
  const files =
    file === undefined || bytes === 0
      ? []
      : [
          await measure({
            fieldName: fieldName ?? '',
            fileName: fileName === undefined || fileName === '' ? 'audio' : fileName,
            contentType: contentType ?? '',
            bytes,
            open: () => file.open(),
            read: () => file.read(),
          }),
        ];
  return { body, bodyText: JSON.stringify(body), files };
}

/** Raises: missing_required_field, unsupported_param. */
async function readJson(request: Request): Promise<ReceivedBody> {
  const { body } = await readJsonText(request);
  const { input_audio: audio, ...rest } = body;
  const bodyText = JSON.stringify(rest);
  if (audio == null) return { body: rest, bodyText, files: [] };
  return { body: rest, bodyText, files: [await measure(readRecording(audio))] };
}

async function measure(file: UploadedFile): Promise<UploadedFile> {
  const seconds = measureAudio(await readEnds(file.open()));
  return seconds === undefined ? file : { ...file, seconds };
}

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
    throw AppError.forParam('unsupported_param', param, `${param}: not base64`);
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
    ? AppError.forParam('missing_required_field', param, `${param} is required`)
    : AppError.forParam('unsupported_param', param, `${param}: ${issue?.message ?? ''}`);
}
