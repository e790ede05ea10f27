import type { Readable } from 'node:stream';

/** A file of a form, stored until the call is over. */
export interface UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: number;
  /** The duration of a recording, where its container contains it. */
  readonly seconds?: number;
  open(): Readable;
  read(): Promise<Buffer>;
}
