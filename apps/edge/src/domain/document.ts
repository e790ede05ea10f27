/** A file that is held in memory, ready to be sent. */
export interface Document {
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  readonly type: string;
  readonly etag: string;
}

/** The description of the API and the script that shows it. */
export interface Documents {
  readonly openApi: Document;
  readonly viewer: Document;
}
