import { Readable } from 'node:stream';
import { AppError } from '@tollgate/errors';
import type { ObjectStore } from '@tollgate/object-store';
import type { CallScope } from '@tollgate/org-access';
import { readRange, type ByteRange } from '../domain/byte-range';
import type { Job } from '../domain/job';
import { getOutputKey } from '../domain/job-paths';
import type { Clock, JobStore, OpenedVideo, OutputStore, Upstream } from './ports';

export interface ContentRequest {
  readonly scope: CallScope;
  readonly ulid: string;
  readonly index: number;
  /** The header, when it is to be honoured. */
  readonly range: string | undefined;
  readonly clientGone: AbortSignal;
}

export interface OpenedContent {
  /** Undefined when it is not known beforehand. */
  readonly bytes: number | undefined;
  /** Only of a part: where it lies in the whole. */
  readonly contentRange: string | undefined;
  readonly body: Readable;
}

/** Raises: not_found, conflict, content_expired, range_not_satisfiable, upstream_unavailable. */
export type OpenContent = (request: ContentRequest) => Promise<OpenedContent>;

/** The bytes of a video: our copy, or until there is one the provider's stream. */
export function createOpenContent(ports: {
  readonly jobs: JobStore;
  readonly outputs: OutputStore;
  readonly objects: ObjectStore;
  readonly upstream: Upstream;
  readonly clock: Clock;
}): OpenContent {
  const { clock, jobs, objects, outputs, upstream } = ports;

  async function openCopy(key: string, bytesTotal: number, request: ContentRequest) {
    const part = findPart(request.range, bytesTotal);
    const stored = await objects.get(key, part);
    return stored && describe(stored.body, bytesTotal, part);
  }

  async function passOn(job: Job, request: ContentRequest): Promise<OpenedContent> {
    const opened = await upstream.openOutput(job, request.index, request.clientGone);
    const { body, bytesTotal } = opened;
    // Without a length there are no parts: the whole is sent, as RFC 9110 allows.
    if (bytesTotal === undefined) return { bytes: undefined, contentRange: undefined, body };
    try {
      const part = findPart(request.range, bytesTotal);
      return describe(part === undefined ? body : cut(opened, part), bytesTotal, part);
    } catch (error) {
      body.destroy();
      throw error;
    }
  }

  return async (request) => {
    const { index, scope, ulid } = request;
    const job = await jobs.find(scope, ulid);
    if (job === undefined) throw new AppError('not_found');
    if (job.state !== 'completed') {
      throw new AppError('conflict', { message: 'The video is not completed' });
    }
    const output = await outputs.find(ulid, index);
    if (output === undefined) throw new AppError('not_found');
    if (output.state === 'expired' || output.keptUntil <= clock.now()) {
      throw new AppError('content_expired');
    }
    const copy =
      output.state === 'stored' && output.bytes !== undefined
        ? await openCopy(getOutputKey(ulid, index), output.bytes, request)
        : undefined;
    return copy ?? passOn(job, request);
  };
}

/** Undefined: the whole. */
function findPart(header: string | undefined, bytesTotal: number): ByteRange | undefined {
  const wish = readRange(header, bytesTotal);
  if (wish.kind === 'impossible') {
    const headers = { 'content-range': `bytes */${bytesTotal}`, 'accept-ranges': 'bytes' };
    throw new AppError('range_not_satisfiable', { headers });
  }
  return wish.kind === 'part' ? wish.range : undefined;
}

function describe(body: Readable, bytesTotal: number, part: ByteRange | undefined): OpenedContent {
  if (part === undefined) return { body, bytes: bytesTotal, contentRange: undefined };
  const { end, start } = part;
  return {
    body,
    bytes: end - start + 1,
    contentRange: `bytes ${start}-${end}/${bytesTotal}`,
  };
}

/** A part of what comes whole, because its beginning had to be looked at. */
function cut({ body }: OpenedVideo, { end, start }: ByteRange): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    let position = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const from = Math.max(0, start - position);
      const to = Math.min(chunk.length, end + 1 - position);
      if (from < to) yield chunk.subarray(from, to);
      position += chunk.length;
      if (position > end) return;
    }
  }
  return Readable.from(read(), { objectMode: false });
}
