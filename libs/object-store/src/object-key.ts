const keyPattern = /^[a-z0-9_-][a-z0-9_.-]*(\/[a-z0-9_-][a-z0-9_.-]*)*$/;
const keyLengthMax = 512;
const segmentLengthMax = 128;

/** No segment begins with a dot: a key can neither leave its directory nor be hidden. */
export function assertObjectKey(key: string): void {
  const fits =
    key.length <= keyLengthMax &&
    keyPattern.test(key) &&
    key.split('/').every((segment) => segment.length <= segmentLengthMax);
  if (!fits) throw new RangeError('not a key of the object store');
}

/** A prefix names a folder: `videos/`. */
export function assertObjectPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new RangeError('a prefix of the object store ends in a slash');
  assertObjectKey(prefix.slice(0, -1));
}

const contentTypePattern = /^[\w.+-]{1,60}\/[\w.+-]{1,60}(; ?[\w-]{1,20}=[\w."-]{1,40})?$/;

export function assertContentType(contentType: string): void {
  if (!contentTypePattern.test(contentType)) throw new RangeError('not a content type to store');
}
