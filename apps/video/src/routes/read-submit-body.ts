import type { Request } from 'express';
import { AppError } from '@tollgate/errors';
import { jsonBodyBytesMax, parseJsonObject, readJsonBytes } from '@tollgate/http';
import type { ReceivedBody } from '@tollgate/idempotency';
import {
  isMultipart,
  MultipartError,
  receiveMultipart,
  type ReceivedForm,
} from '@tollgate/multipart';

/** Files are received only so that the error can name their field. */
const fileLimits = {
  filesMax: 1,
  fileBytesMax: jsonBodyBytesMax,
  totalBytesMax: jsonBodyBytesMax,
};

/** A job as JSON, or as the form that OpenAI's clients send. */
export async function readSubmitBody(request: Request): Promise<ReceivedBody> {
  if (isMultipart(request)) return readForm(request);
  const bytes = await readJsonBytes(request);
  return { bytes, body: parseJsonObject(bytes) };
}

async function readForm(request: Request): Promise<ReceivedBody> {
  const form = await receive(request);
  try {
    const [file] = form.files;
    if (file !== undefined) throw makeFileError(file.fieldName);
    const body = readFormFields(form.fields);
    return { body, bytes: Buffer.from(JSON.stringify(body)) };
  } finally {
    await form.dispose();
  }
}

/** The rest of the body was not read: its connection cannot be used again. */
const headers = { connection: 'close' };

async function receive(request: Request): Promise<ReceivedForm> {
  try {
    return await receiveMultipart(request, fileLimits);
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    const { fault, fieldName } = error;
    if (fault === 'file_too_large' || fault === 'too_many_files') throw makeFileError(fieldName);
    if (fault === 'total_too_large')
      throw new AppError('body_too_large', { headers, cause: error });
    if (fault === 'field_too_large') throw makeFieldError(fieldName);
    throw new AppError('bad_request', { message: error.message, headers, cause: error });
  }
}

function makeFieldError(param: string | undefined): AppError {
  return new AppError('unsupported_param', {
    message: `${param ?? 'A field'}: is too long; pictures and videos are public https addresses`,
    param,
    headers,
  });
}

function makeFileError(param: string | undefined): AppError {
  return new AppError('unsupported_param', {
    message: `${param ?? 'A file'}: files cannot be uploaded here; send a public https address`,
    param,
    headers,
  });
}

/** `name[]` is one of several, `name[inner]` a member of an object. */
const nested = /^([^[\]]+)\[([^[\]]*)\]$/;
const json = /^\s*[[{]/;

/**
 * The fields of a form as the JSON object they encode, flattened as OpenAI's clients do it;
 * lists and objects may also be JSON texts. Numbers and booleans stay texts.
 */
export function readFormFields(
  fields: ReadonlyMap<string, readonly string[]>,
): Record<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, values] of fields) {
    const [, outer, inner] = nested.exec(name) ?? [];
    if (outer === undefined || inner === undefined) found.set(name, readValue(values.at(-1)));
    else if (inner === '') found.set(outer, values.map(readValue));
    else found.set(outer, addMember(found.get(outer), inner, readValue(values.at(-1))));
  }
  // From entries: a field named __proto__ becomes a field and nothing else.
  return Object.fromEntries(found);
}

function addMember(known: unknown, name: string, value: unknown): unknown {
  const members = typeof known === 'object' && known !== null ? Object.entries(known) : [];
  return Object.fromEntries([...members, [name, value]]);
}

function readValue(text = ''): unknown {
  if (!json.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
