export interface GenerationPurge {
  /** How many records older than `before` were deleted, at most `rowsMax`. */
  deleteBefore(before: Date, rowsMax: number): Promise<number>;
  /** Drops partitions of months that ended before, if they are empty; how many. */
  dropEmptyMonths(before: Date): Promise<number>;
}
