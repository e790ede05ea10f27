/** An answer has more bytes than its reader accepts. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/** The whole text of an answer; `source` is its name in the error. Raises AnswerTooLongError. */
export async function readAnswerText(
  body: AsyncIterable<Uint8Array>,
  { bytesMax, source }: { readonly bytesMax: number; readonly source: string },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new AnswerTooLongError(`${source} has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
