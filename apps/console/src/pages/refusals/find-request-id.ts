/** The request id in a pasted text: the id itself, an error body or a line of a log. */
export function findRequestId(text: string): string | undefined {
  return /\breq_[0-9A-Za-z]{10,40}\b/.exec(text)?.[0];
}
