import { defineConfig } from '@tollgate/config';
import { readObjectStoreSettings } from './object-store-settings';

const read = (environment: Record<string, string>): unknown =>
  defineConfig({ name: 'test', read: readObjectStoreSettings }).load(environment);

const s3 = {
  OBJECT_STORE: 's3',
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: '12345678',
};

describe('readObjectStoreSettings', () => {
  it('takes a directory by default', () => {
    expect(read({ OBJECT_DIR: '/data' })).toEqual({ adapter: 'disk', directory: '/data' });
    expect(() => read({})).toThrow('OBJECT_DIR is required when OBJECT_STORE=disk');
  });

  it('takes S3 with everything that it needs', () => {
    expect(read(s3)).toMatchObject({
      adapter: 's3',
      s3: { endpoint: 'https://s3.example.com', bucket: 'media', region: 'us-east-1' },
    });
    for (const name of Object.keys(s3).filter((key) => key !== 'OBJECT_STORE')) {
      expect(() => read({ ...s3, [name]: '' })).toThrow(`${name} is required`);
    }
    expect(() => read({ ...s3, S3_ENDPOINT: 'ftp://x' })).toThrow('S3_ENDPOINT must be');
    expect(() => read({ ...s3, S3_BUCKET: 'A/../b' })).toThrow('S3_BUCKET');
  });
});
