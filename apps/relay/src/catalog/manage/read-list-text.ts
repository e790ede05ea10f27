const bytesMax = 4 * 1024 * 1024;

/** A list of models is longer than any provider's. */
export class ListTooLongError extends Error {
  override readonly name = 'ListTooLongError';
}

/** The text of a list of models. Raises ListTooLongError. */
export async function readListText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new ListTooLongError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
