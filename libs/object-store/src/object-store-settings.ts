import { checkHttpUrl, quote, type EnvReader, type Secret } from '@tollgate/config';

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  readonly pathStyle: boolean;
}

export type ObjectStoreSettings =
  | { readonly adapter: 'disk'; readonly directory: string }
  | { readonly adapter: 's3'; readonly s3: S3Settings };

/** The default is a directory of this machine: enough for one, never for several instances. */
export function readObjectStoreSettings(env: EnvReader): ObjectStoreSettings {
  const adapter = env.choice('OBJECT_STORE', {
    about: 'where files that the service made are kept',
    choices: ['disk', 's3'],
    fallback: 'disk',
  });
  const directory = env.optionalText('OBJECT_DIR', { about: 'directory when OBJECT_STORE=disk' });
  const s3 = readS3Settings(env);
  if (adapter === 'disk') {
    if (directory === undefined) env.faults.push('OBJECT_DIR is required when OBJECT_STORE=disk');
    return { adapter, directory: directory ?? '' };
  }
  return { adapter, s3: requireS3(env, s3) };
}

function readS3Settings(env: EnvReader): Partial<S3Settings> {
  const endpoint = env.optionalText('S3_ENDPOINT', {
    about: 'address of the S3 API when OBJECT_STORE=s3, without the bucket',
  });
  const bucket = env.optionalText('S3_BUCKET', { about: 'bucket when OBJECT_STORE=s3' });
  const region = env.text('S3_REGION', { about: 'region of the bucket', fallback: 'us-east-1' });
  const accessKeyId = env.optionalText('S3_ACCESS_KEY_ID', {
    about: 'who signs requests when OBJECT_STORE=s3',
  });
  const secretAccessKey = env.optionalSecret('S3_SECRET_ACCESS_KEY', {
    about: 'signs requests when OBJECT_STORE=s3',
    lengthMin: 8,
  });
  const pathStyle = env.boolean('S3_PATH_STYLE', {
    about: 'the bucket is the first part of the path, not of the host name',
    fallback: true,
  });
  return {
    region,
    pathStyle,
    ...(endpoint === undefined ? {} : { endpoint: endpoint.replace(/\/+$/, '') }),
    ...(bucket === undefined ? {} : { bucket }),
    ...(accessKeyId === undefined ? {} : { accessKeyId }),
    ...(secretAccessKey === undefined ? {} : { secretAccessKey }),
  };
}

function requireS3(env: EnvReader, s3: Partial<S3Settings>): S3Settings {
  const needed = {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  for (const [name, value] of Object.entries(needed)) {
    if (value === undefined) env.faults.push(`${name} is required when OBJECT_STORE=s3`);
  }
  const rule = { example: 'https://s3.example.com', path: 'refused', plaintext: 'named' } as const;
  if (s3.endpoint !== undefined) checkHttpUrl(env, 'S3_ENDPOINT', s3.endpoint, rule);
  if (s3.bucket !== undefined && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(s3.bucket)) {
    const form = '3 to 63 lower-case letters, digits, dots and hyphens';
    env.faults.push(`S3_BUCKET must be ${form}, not ${quote(s3.bucket)}`);
  }
  return s3 as S3Settings;
}
