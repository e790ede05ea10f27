import { Readable } from 'node:stream';
import type { VideoHttpRequest } from '@tollgate/video-protocols';
import type { HttpClient, HttpStream, Lane } from '../../src/upstream/http-client';

export interface SentRequest {
  readonly request: VideoHttpRequest;
  readonly lane: Lane;
}

export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: Buffer;
}

/** Answers as the test says, and records what was sent and through which agent. */
export function createFakeClient(answer: (request: VideoHttpRequest) => FakeAnswer): {
  readonly client: Pick<HttpClient, 'open'>;
  readonly sent: SentRequest[];
} {
  const sent: SentRequest[] = [];
  return {
    sent,
    client: {
      open: async (request, lane) => {
        sent.push({ request, lane });
        const { body = Buffer.alloc(0), headers = {}, status = 200 } = answer(request);
        return { status, headers, body: Readable.from([body]) as HttpStream['body'] };
      },
    },
  };
}
