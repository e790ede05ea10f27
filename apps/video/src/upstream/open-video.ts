import { Readable } from 'node:stream';
import { AppError } from '@tollgate/errors';
import { readStart } from '@tollgate/media-types';
import type { VideoHttpRequest, VideoOutput } from '@tollgate/video-protocols';
import { isMp4, videoBytesMax } from '../domain/mp4';
import type { OpenedVideo } from '../use-cases/ports';
import type { HttpClient, HttpStream, Lane } from './http-client';

const magicBytes = 12;

export interface OpenVideoOptions {
  readonly client: Pick<HttpClient, 'open'>;
  readonly output: VideoOutput;
  /** Of the provider: its own host is the operator's choice, any other one is not. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
}

/** The bytes of an output, if they are those of a video. Raises AppError: upstream_unavailable. */
export async function openVideo(options: OpenVideoOptions): Promise<OpenedVideo> {
  const { client, output, signal } = options;
  const request: VideoHttpRequest =
    output.kind === 'request' ? output.request : { method: 'GET', url: output.url, headers: {} };
  const lane = chooseLane(request.url, options.baseUrl);
  let answer: HttpStream;
  try {
    answer = await client.open(request, lane, signal);
  } catch (cause) {
    throw new AppError('upstream_unavailable', { cause });
  }
  const bytesTotal = readLength(answer.headers['content-length']);
  if (answer.status !== 200 || answer.headers['content-encoding'] !== undefined) {
    throw refuse(answer, `the video is answered with ${answer.status}`);
  }
  if ((bytesTotal ?? 0) > videoBytesMax) throw refuse(answer, 'the video is too large');
  return { bytesTotal, body: await checkMagic(answer) };
}

/** Raises AppError for an address that is neither the provider's own nor https. */
function chooseLane(url: string, baseUrl: string): Lane {
  const target = URL.parse(url);
  if (target !== null && target.host === new URL(baseUrl).host) return 'pooled';
  if (target?.protocol === 'https:') return 'guarded';
  throw new AppError('upstream_unavailable', { cause: new Error('the video is not on https') });
}

function refuse({ body }: HttpStream, why: string): AppError {
  body.destroy();
  return new AppError('upstream_unavailable', { cause: new Error(why) });
}

function readLength(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Whatever a provider calls it: what does not begin like an MP4 is not served as one. */
async function checkMagic(answer: HttpStream): Promise<OpenedVideo['body']> {
  const { body } = answer;
  const { rest, start } = await readStart(body, magicBytes).catch((cause: unknown) => {
    throw new AppError('upstream_unavailable', { cause });
  });
  if (!isMp4(start)) throw refuse(answer, 'the video is no MP4');
  return Readable.from(bound(start, rest, body), { objectMode: false });
}

async function* bound(
  start: Buffer,
  rest: AsyncIterator<Buffer>,
  body: HttpStream['body'],
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for (let chunk: Buffer | undefined = start; chunk !== undefined;) {
      bytes += chunk.length;
      if (bytes > videoBytesMax) throw new Error('the video is too large');
      yield chunk;
      const next: IteratorResult<Buffer> = await rest.next();
      chunk = next.done === true ? undefined : next.value;
    }
  } finally {
    body.destroy();
  }
}
