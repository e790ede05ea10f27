import type { Request } from 'express';
import { AppError, type ErrorName } from '@tollgate/errors';
import { describeBodyLimit } from '@tollgate/http';
import {
  MultipartError,
  receiveMultipart,
  type MultipartFault,
  type MultipartLimits,
  type ReceivedForm,
} from '@tollgate/multipart';

const usualCodes: Readonly<Record<MultipartFault, ErrorName>> = {
  not_multipart: 'invalid_content_type',
  malformed: 'bad_request',
  too_many_files: 'unsupported_param',
  file_too_large: 'body_too_large',
  total_too_large: 'body_too_large',
  too_many_fields: 'unsupported_param',
  field_too_large: 'unsupported_param',
  aborted: 'bad_request',
};

/** `codes` of an HTTP route override the usual error codes. */
export async function receiveForm(
  request: Request,
  limits: MultipartLimits,
  codes: Partial<Record<MultipartFault, ErrorName>>,
): Promise<ReceivedForm> {
  try {
    return await receiveMultipart(request, limits);
  } catch (cause) {
    if (!(cause instanceof MultipartError)) throw cause;
    const code = codes[cause.fault] ?? usualCodes[cause.fault];
    const { fieldName: param } = cause;
    const message = chooseMessage(code, cause.fault, limits);
    throw new AppError(code, {
      ...(message === undefined ? {} : { message }),
      ...(param === undefined ? {} : { param }),
      cause,
    });
  }
}

/** Undefined: the default message of the code. */
function chooseMessage(
  code: ErrorName,
  fault: MultipartFault,
  { fileBytesMax, totalBytesMax }: MultipartLimits,
): string | undefined {
  if (code === 'bad_request' || code === 'unsupported_param')
    return `The form cannot be read: ${describe[fault]}`;
  if (code !== 'body_too_large') return undefined;
  return describeBodyLimit(fault === 'file_too_large' ? fileBytesMax : totalBytesMax);
}

const describe: Readonly<Record<MultipartFault, string>> = {
  not_multipart: 'it is not multipart/form-data',
  malformed: 'it is broken',
  too_many_files: 'too many files',
  file_too_large: 'a file is too large',
  total_too_large: 'it is too large',
  too_many_fields: 'too many fields',
  field_too_large: 'a field is too long',
  aborted: 'it broke off',
};

/** The first value of each field, and lists of those whose names end in `[]`. */
export function readFields({ fields }: ReceivedForm): Record<string, unknown> {
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, name.endsWith('[]') ? [...values] : values[0]]),
  );
}
