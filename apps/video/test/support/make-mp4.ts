/** One box of an MP4. */
export function makeBox(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

export function makeMovieHeader(seconds: number, version: 0 | 1 = 0): Buffer {
  const timescale = 1_000;
  const body = Buffer.alloc(version === 1 ? 32 : 20);
  body[0] = version;
  const at = version === 1 ? 20 : 12;
  body.writeUInt32BE(timescale, at);
  if (version === 1) body.writeBigUInt64BE(BigInt(seconds * timescale), at + 4);
  else body.writeUInt32BE(seconds * timescale, at + 4);
  return makeBox('moov', makeBox('mvhd', body));
}

export const fileType = makeBox('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1'));

/** What begins like a video, and says how long it is. */
export function makeMp4(seconds: number, mediaBytes = 1_000): Buffer {
  const media = makeBox('mdat', Buffer.alloc(mediaBytes, 7));
  return Buffer.concat([fileType, makeMovieHeader(seconds), media]);
}
