import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { makeUlid } from '@tollgate/ids';
import { makeMp4 } from './make-mp4';

export interface ProviderJob {
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  progress?: number;
  seconds?: string;
  error?: { code: string; message: string };
}

/** A provider of the openai-videos protocol whose answers the test chooses. */
export interface FakeProvider {
  readonly baseUrl: string;
  readonly jobs: Map<string, ProviderJob>;
  /** What polls of a job answer until a test changes it. */
  newJob: ProviderJob;
  /** Bodies of submits, in order. */
  readonly submits: Record<string, unknown>[];
  polls: number;
  contents: number;
  /** Both for each job: one whose copy failed is polled and copied again at any time. */
  readonly askedOf: Map<string, { polls: number; contents: number }>;
  /** Downloads that were not read to their end. */
  cancelled: number;
  /** How submits are answered: `lost` begins a job and says nothing. */
  submitMode: 'accept' | 'lost' | { readonly status: number; readonly body: unknown };
  pollMode: 'answer' | 'cut' | { readonly status: number };
  pollDelayMs: number;
  content: Buffer;
  hasContentLength: boolean;
  readonly stop: () => Promise<void>;
}

export async function startFakeProvider(): Promise<FakeProvider> {
  const server = createServer((request, response) => {
    void answer(provider, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const provider: FakeProvider = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    jobs: new Map(),
    newJob: { status: 'queued' },
    submits: [],
    polls: 0,
    contents: 0,
    askedOf: new Map(),
    cancelled: 0,
    submitMode: 'accept',
    pollMode: 'answer',
    pollDelayMs: 0,
    content: makeMp4(8),
    hasContentLength: true,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

async function answer(
  provider: FakeProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, id, isContent] = /^\/v1\/videos\/([^/]+)(\/content)?$/.exec(request.url ?? '') ?? [];
  if (id === undefined) return submit(provider, request, response);
  const asked = provider.askedOf.get(id) ?? { polls: 0, contents: 0 };
  provider.askedOf.set(id, asked);
  if (isContent !== undefined) {
    provider.contents += 1;
    asked.contents += 1;
    response.once('close', () => {
      if (!response.writableFinished) provider.cancelled += 1;
    });
    const { content, hasContentLength } = provider;
    const length = hasContentLength ? { 'content-length': content.length } : {};
    response.writeHead(200, { 'content-type': 'video/mp4', ...length }).end(content);
    return;
  }
  provider.polls += 1;
  asked.polls += 1;
  if (provider.pollDelayMs > 0) await new Promise((done) => setTimeout(done, provider.pollDelayMs));
  const { pollMode } = provider;
  if (pollMode === 'cut') {
    response.destroy();
    return;
  }
  const job = provider.jobs.get(id);
  if (pollMode !== 'answer') send(response, pollMode.status, { error: { message: 'no' } });
  else if (job === undefined) send(response, 404, { error: { message: 'no such job' } });
  else send(response, 200, { id, object: 'video', ...job });
}

async function submit(
  provider: FakeProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  provider.submits.push(JSON.parse(text) as Record<string, unknown>);
  const { submitMode } = provider;
  if (typeof submitMode === 'object') return send(response, submitMode.status, submitMode.body);
  const id = `video_${makeUlid()}`;
  provider.jobs.set(id, { ...provider.newJob });
  if (submitMode === 'lost') response.destroy();
  else send(response, 200, { id, object: 'video', status: 'queued' });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
