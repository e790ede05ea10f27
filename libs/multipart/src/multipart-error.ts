/**
 * Faults that can be reported to the client; `aborted` means that the client is gone. A request
 * may not have been read to its end when one of these is raised.
 */
export type MultipartFault =
  | 'not_multipart'
  | 'malformed'
  | 'too_many_files'
  | 'file_too_large'
  | 'total_too_large'
  | 'too_many_fields'
  | 'field_too_large'
  | 'aborted';

export class MultipartError extends Error {
  readonly fault: MultipartFault;
  /** Of the part at fault, where one is. */
  readonly fieldName: string | undefined;

  constructor(fault: MultipartFault, fieldName?: string, options?: ErrorOptions) {
    super(`the form cannot be taken: ${fault}`, options);
    this.name = 'MultipartError';
    this.fault = fault;
    this.fieldName = fieldName;
  }
}
