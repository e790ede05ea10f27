import { ObjectStoreError } from '../object-store';
import { readBounded, type S3Client } from './s3-client';

/** A page names at most 1,000 keys of at most 1 KB. */
const pageBytesMax = 4 * 1024 * 1024;
const pagesMax = 100;

export interface ListedObject {
  readonly key: string;
  readonly modifiedAtMs: number;
}

/** The objects below a prefix, page by page, in the order of their keys. */
export async function* listObjects(
  client: S3Client,
  prefix: string,
): AsyncGenerator<readonly ListedObject[]> {
  let token: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const query: Record<string, string> = { 'list-type': '2', prefix };
    if (token !== undefined) query['continuation-token'] = token;
    const response = await client.send({ method: 'GET', key: '', query });
    const text = await readBounded(response.body, pageBytesMax);
    if (response.statusCode !== 200) {
      throw new ObjectStoreError('unavailable', 'the bucket of the object store is not there');
    }
    yield parseObjects(text);
    token = findElement(text, 'NextContinuationToken');
    if (token === undefined) return;
  }
}

/** Our keys have no character that XML writes differently, so no parser is needed to find them. */
function parseObjects(text: string): readonly ListedObject[] {
  return [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, element = '']) => {
    const key = findElement(element, 'Key');
    const modifiedAtMs = Date.parse(findElement(element, 'LastModified') ?? '');
    return key === undefined || Number.isNaN(modifiedAtMs) ? [] : [{ key, modifiedAtMs }];
  });
}

function findElement(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]{1,2048})</${name}>`).exec(text)?.[1];
}
