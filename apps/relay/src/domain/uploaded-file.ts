import type { Readable } from 'node:stream';

/** A file of a form, kept somewhere until the call is over. */
export interface UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Of a recording, where its container tells. */
  readonly seconds?: number;
  open(): Readable;
  read(): Promise<Buffer>;
}
