import { request, type IncomingMessage } from 'node:http';
import { createLifecycle } from '@tollgate/lifecycle';
import { silentLogger } from '@tollgate/observability';
import { start } from '../src/start';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** False when the connection broke before the end. */
  readonly isComplete: boolean;
}

export interface Calls {
  readonly inFlight: number;
  readonly total: number;
  readonly cancelled: number;
  readonly calls: readonly Record<string, unknown>[];
}

export interface SimulatorUnderTest {
  readonly baseUrl: string;
  /** A raw call; resolves when the answer ended, completely or not. */
  readonly send: (options: {
    readonly method?: string;
    readonly path?: string;
    readonly key?: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  }) => Promise<Reply>;
  readonly chat: (text: string, extra?: Record<string, unknown>) => Promise<Reply>;
  readonly getCalls: () => Promise<Calls>;
  /** The jobs with this tag in their prompt. */
  readonly getVideos: (tag: string) => Promise<unknown>;
  readonly reset: (query?: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The simulator on real sockets. */
export async function startSimulator(): Promise<SimulatorUnderTest> {
  const logger = silentLogger;
  const lifecycle = createLifecycle({ logger });
  const { http, internal } = await start({
    config: { bindHost: '127.0.0.1', httpPort: 0, internalPort: 0, logLevel: 'error' },
    logger,
    lifecycle,
  });
  const { port } = http.address();
  const internalUrl = `http://127.0.0.1:${internal.address().port}`;

  const send: SimulatorUnderTest['send'] = ({
    method = 'POST',
    path,
    key,
    body,
    headers,
    signal,
  }) =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          port,
          method,
          path: path ?? '/v1/chat/completions',
          headers: {
            ...headers,
            ...(key === '' ? {} : { authorization: `Bearer ${key ?? 'some-key'}` }),
          },
          ...(signal === undefined ? {} : { signal }),
        },
        (response) => resolve(collect(response)),
      );
      outgoing.on('error', reject);
      if (method === 'GET') outgoing.end();
      else outgoing.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
    });

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    send,
    chat: (text, extra = {}) =>
      send({ body: { model: 'chat', messages: [{ role: 'user', content: text }], ...extra } }),
    getCalls: async () => (await (await fetch(`${internalUrl}/__sim/calls`)).json()) as Calls,
    getVideos: async (tag) => (await fetch(`${internalUrl}/__sim/videos?tag=${tag}`)).json(),
    reset: async (query = '') => {
      const { status } = await fetch(`${internalUrl}/__sim/reset${query}`, { method: 'POST' });
      expect(status).toBe(204);
    },
    stop: () => lifecycle.stop(),
  };
}

function collect(response: IncomingMessage): Promise<Reply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', () => undefined);
    response.on('close', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(chunks).toString('utf8'),
        isComplete: response.complete,
      }),
    );
  });
}
