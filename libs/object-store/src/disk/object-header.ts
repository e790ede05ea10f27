/**
 * The content type is stored before the bytes in the same file, so that one rename makes both
 * visible. Its fixed length makes the offset of a range a simple sum.
 */
export const headerBytes = 256;
const magic = 'tollgate-object 1 ';

export function encodeHeader(contentType: string): Buffer {
  const header = Buffer.alloc(headerBytes, ' ');
  header.write(magic + contentType, 'latin1');
  header.write('\n', headerBytes - 1, 'latin1');
  return header;
}

/** Undefined for a file that the store did not write. */
export function decodeHeader(header: Buffer): string | undefined {
  const text = header.toString('latin1');
  if (text.length !== headerBytes || !text.startsWith(magic)) return undefined;
  return text.slice(magic.length).trim();
}
