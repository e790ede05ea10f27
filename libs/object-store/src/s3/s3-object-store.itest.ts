import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { Secret } from '@tollgate/config';
import { describeObjectStore } from '../../test/object-store-contract';
import { startS3Server, type S3Server } from '../../test/s3-server';
import { createObjectStore } from '../create-object-store';
import type { ObjectStore } from '../object-store';
import type { S3Settings } from '../object-store-settings';

let server: S3Server;
let settings: S3Settings;
let store: ObjectStore;
const text = { contentType: 'text/plain' };

beforeAll(async () => {
  server = await startS3Server();
  settings = {
    endpoint: server.endpoint,
    bucket: server.bucket,
    region: 'eu-central-1',
    accessKeyId: server.accessKeyId,
    secretAccessKey: new Secret(server.secret),
    pathStyle: true,
  };
  store = await createObjectStore({ adapter: 's3', s3: settings });
});

afterAll(async () => {
  await store.close();
  await server.close();
});

describeObjectStore('s3', { open: () => store });

describe('object store: s3, beyond the contract', () => {
  it('is refused with a wrong secret, which its error does not contain', async () => {
    const s3 = { ...settings, secretAccessKey: new Secret('not the secret') };
    const stranger = await createObjectStore({ adapter: 's3', s3 });
    await expect(stranger.put('a', Buffer.from('x'), text)).rejects.toMatchObject({
      fault: 'unavailable',
      message: 'the object store answered 403 SignatureDoesNotMatch',
    });
    await stranger.close();
  });

  it('retries while the service is busy, and fails after three attempts', async () => {
    server.beBusy(2);
    await store.put('busy', Readable.from([Buffer.from('patient')]), text);
    expect(await store.head('busy')).toMatchObject({ totalBytes: 7 });
    server.beBusy(3);
    await expect(store.put('busy', Buffer.from('x'), text)).rejects.toMatchObject({
      fault: 'unavailable',
      message: 'the object store answered 503 SlowDown',
    });
    server.beBusy(0);
  });

  it('is unavailable when the server is away or the bucket is missing', async () => {
    const elsewhere = [
      { ...settings, endpoint: 'http://127.0.0.1:1' },
      { ...settings, bucket: 'missing' },
    ];
    for (const s3 of elsewhere) {
      const lost = await createObjectStore({ adapter: 's3', s3 });
      const put = lost.put('a', Buffer.from('x'), text);
      await expect(put).rejects.toMatchObject({ fault: 'unavailable' });
      await lost.close();
    }
  });

  it('leaves no temporary file behind', async () => {
    const names = await readdir(tmpdir());
    expect(names.filter((name) => name.startsWith('tollgate-object-'))).toEqual([]);
  });
});
