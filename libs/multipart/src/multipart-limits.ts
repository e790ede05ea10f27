export interface MultipartLimits {
  readonly filesMax: number;
  readonly fileBytesMax: number;
  /** Of the body as sent, with boundaries and headers. */
  readonly totalBytesMax: number;
  readonly fieldsMax?: number;
  readonly fieldBytesMax?: number;
  /** Larger files go to disk. */
  readonly memoryBytesMax?: number;
  /** How long to wait when all bytes have arrived but a file has no end. */
  readonly stallMsMax?: number;
  /** How long the rest of a refused form is waited for. */
  readonly lingerMsMax?: number;
}

export const multipartDefaults = {
  fieldsMax: 64,
  fieldBytesMax: 1024 * 1024,
  memoryBytesMax: 256 * 1024,
  stallMsMax: 10_000,
  lingerMsMax: 1_000,
  nameLengthMax: 100,
  headerPairsMax: 16,
} as const;
