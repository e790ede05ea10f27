import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import { waitUntil } from '@tollgate/testing';
import { openAccounts, type Account } from '../test/support/accounts';
import { addRoutedModel, type NewRoute } from '../test/support/add-routes';
import { chat, type ChatAnswer } from '../test/support/chat';
import { startGateway } from '../test/support/gateway';
import { readGeneration as readRecord } from '../test/support/read-generation';
import { startProvider, type TestProvider } from '../test/support/provider';

const probeMs = 1_000;
/** Of its own: routes are broken here, and silence is given up sooner. */
let gateway: Awaited<ReturnType<typeof startGateway>>;
let accounts: Account[];
let modelCount = 0;

beforeAll(async () => {
  gateway = await startGateway({
    environment: {
      ROUTE_PROBE_MS: String(probeMs),
      // Longer than a busy machine stands still: the healthy route must not be given up as well.
      UPSTREAM_FIRST_BYTE_MS: '2000',
      UPSTREAM_IDLE_MS: '2000',
    },
  });
  accounts = await openAccounts(gateway, 6);
});

afterAll(() => gateway.end());

async function addModel(...routes: NewRoute[]): Promise<{ id: string; routeIds: string[] }> {
  modelCount += 1;
  const id = `failover/model-${modelCount}`;
  return { id, routeIds: await addRoutedModel(gateway, id, routes) };
}

let callCount = 0;

/** Calls from several callers: failures of a single caller isolate no route. */
function ask(
  model: string,
  changes: Partial<Parameters<typeof chat>[1]> = {},
): Promise<ChatAnswer> {
  callCount += 1;
  const { key } = accounts[callCount % accounts.length] as Account;
  return chat(gateway, {
    bearer: key,
    content: '[[sim:tokens=3]]',
    ...changes,
    body: { model, ...changes.body },
  });
}

interface Generation {
  readonly provider: string;
  readonly is_failover: boolean;
  readonly attempts: readonly {
    readonly provider: string;
    readonly status: number;
    readonly error: string;
  }[];
}

async function readGeneration(answer: ChatAnswer, account: Account): Promise<Generation> {
  return (await readRecord(gateway, answer, account)) as Generation;
}

/** A port without a listener. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const good: NewRoute = { provider: 'good' };
/** Slow enough that the load stays below what its callers may send in a minute. */
const pacedScript = '[[sim:tokens=3,delay_ms=250]]';

/** Every kind of failure before the first content, and whether only streams have it. */
const faults: [string, NewRoute, ('plain' | 'stream')[]][] = [
  ['refuses connections', { provider: 'bad', baseUrl: 'closed' }, ['plain', 'stream']],
  ['answers 500', { provider: 'bad', script: 'status=500' }, ['plain', 'stream']],
  ['answers 503', { provider: 'bad', script: 'status=503' }, ['plain', 'stream']],
  ['answers 429', { provider: 'bad', script: 'status=429,retry_after=1' }, ['plain', 'stream']],
  ['does not know our key', { provider: 'bad', script: 'status=401' }, ['plain', 'stream']],
  ['does not know the model', { provider: 'bad', script: 'status=404' }, ['plain', 'stream']],
  ['hangs', { provider: 'bad', script: 'hang' }, ['plain', 'stream']],
  ['answers garbage', { provider: 'bad', script: 'garbage' }, ['plain', 'stream']],
  ['answers nothing', { provider: 'bad', script: 'empty_choices' }, ['plain']],
  ['is silent in a stream', { provider: 'bad', script: 'silence_ms=5000' }, ['stream']],
  ['cuts before its content', { provider: 'bad', script: 'cut_after=0' }, ['plain', 'stream']],
  ['stalls before its content', { provider: 'bad', script: 'hang_after=0' }, ['plain', 'stream']],
  [
    'reports a failure before its content',
    { provider: 'bad', script: 'error_after=0' },
    ['stream'],
  ],
];
const cases = faults.flatMap(([what, route, kinds]) =>
  kinds.map((kind) => [what, kind, route] as const),
);

describe('a provider that fails', () => {
  it.each(cases)(
    'and %s is replaced in a %s answer, unseen by the client',
    async (_what, kind, route) => {
      const baseUrl =
        route.baseUrl === 'closed' ? `http://127.0.0.1:${await findClosedPort()}/v1` : undefined;
      const bad = {
        provider: route.provider,
        ...(route.script && { script: route.script }),
        ...(baseUrl && { baseUrl }),
      };
      const { id } = await addModel(bad, good);
      const account = accounts[0] as Account;
      const isStreaming = kind === 'stream';
      const answer = await ask(id, { bearer: account.key, isStreaming });
      expect({ status: answer.status, error: answer.error }).toEqual({
        status: 200,
        error: undefined,
      });
      expect(answer.costNanos).toBeGreaterThan(0n);
      const text = isStreaming
        ? answer.frames.map((frame) => frame.choices?.[0]?.delta?.content ?? '').join('')
        : answer.json.choices[0].message.content;
      expect(text.split(' ').filter(Boolean)).toHaveLength(3);
      if (isStreaming) {
        expect(answer.isDone).toBe(true);
        expect(new Set(answer.frames.map((frame) => frame.id)).size).toBe(1);
        expect(
          answer.frames.filter((frame) => frame.choices?.[0]?.delta?.role === 'assistant').length,
        ).toBeLessThanOrEqual(1);
      }
      const record = await readGeneration(answer, account);
      expect(record).toMatchObject({ provider: 'good', is_failover: true });
      expect(record.attempts.at(-1)).toMatchObject({ provider: 'good', status: 200, error: '' });
      expect(record.attempts[0]).toMatchObject({ provider: 'bad' });
      expect(record.attempts[0]?.error).not.toBe('');
    },
  );

  it('after its first content is not replaced: the stream ends with its failure', async () => {
    const { id } = await addModel({ provider: 'bad', script: 'cut_after=2' }, good);
    const answer = await ask(id, { isStreaming: true });
    expect(answer.error).toMatchObject({ code: 'upstream_unavailable' });
    expect(answer.isDone).toBe(true);
    expect(answer.costNanos).toBeUndefined();
  });

  it('because the request is wrong is not replaced', async () => {
    const { id } = await addModel({ provider: 'bad', script: 'status=400' }, good);
    const answer = await ask(id);
    expect(answer).toMatchObject({ status: 400, error: { code: 'unknown_4xx' } });
  });

  it('is tried again once, and that is no failover', async () => {
    let calls = 0;
    const provider = await startProvider((response) => {
      calls += 1;
      if (calls === 1) {
        response.writeHead(503).end();
        return;
      }
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      const choices = [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'ok' } },
      ];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          created: 1,
          model: 'm',
          choices,
          usage,
        }),
      );
    });
    try {
      const { id } = await addModel({ provider: 'shaky', baseUrl: provider.url }, good);
      const account = accounts[0] as Account;
      const answer = await ask(id, { bearer: account.key });
      expect(answer.status).toBe(200);
      const record = await readGeneration(answer, account);
      expect(record).toMatchObject({ provider: 'shaky', is_failover: false });
      expect(record.attempts.map(({ status }) => status)).toEqual([503, 200]);
    } finally {
      provider.stop();
    }
  });

  it('by a prompt too long for it is replaced, and the overflow reported when no route can hold it', async () => {
    const long: NewRoute = { provider: 'bad', script: 'status=400,code=context_length_exceeded' };
    const replaced = await addModel(long, good);
    expect((await ask(replaced.id)).status).toBe(200);
    const hopeless = await addModel(long, { provider: 'worse', script: 'status=500' });
    expect((await ask(hopeless.id)).error).toMatchObject({ code: 'context_too_long' });
  });
});

describe('a waterfall of models', () => {
  it('charges and names the model that answered, out of a hold for the dearest', async () => {
    const cheap = 'failover/cheap';
    const dear = 'failover/dear';
    await addRoutedModel(gateway, cheap, [{ provider: 'bad', script: 'status=500' }]);
    await addRoutedModel(gateway, dear, [good], { prices: { prompt: '100', completion: '200' } });
    const account = accounts[0] as Account;
    const answer = await ask(cheap, {
      bearer: account.key,
      body: { models: [dear], max_tokens: 10 },
    });
    expect(answer.json.model).toBe(dear);
    const { prompt_tokens: prompt, completion_tokens: completion } = answer.json.usage;
    expect(answer.costNanos).toBe(BigInt(prompt * 100_000 + completion * 200_000));
    expect(await readGeneration(answer, account)).toMatchObject({
      provider: 'good',
      is_failover: true,
    });
  });

  it('takes the first of models when model is left out', async () => {
    const { id } = await addModel(good);
    const answer = await ask(id, { body: { model: undefined, models: [id, 'simulator/chat'] } });
    expect(answer.json.model).toBe(id);
  });
});

describe('load over one healthy route and others with every kind of failure', () => {
  const shared = { priority: 1 };

  async function listFailing(kind: 'silent' | 'talking'): Promise<NewRoute[]> {
    if (kind === 'silent')
      return [
        { provider: 'refusing', baseUrl: `http://127.0.0.1:${await findClosedPort()}/v1` },
        { provider: 'failing', script: 'status=502' },
        { provider: 'cutting', script: 'cut_after=0' },
        { provider: 'hanging', script: 'hang' },
      ];
    resetting = await startProvider((response) => response.socket?.resetAndDestroy());
    return [
      { provider: 'resetting', baseUrl: resetting.url },
      { provider: 'busy', script: 'status=429,retry_after=1' },
      { provider: 'ignorant', script: 'status=404' },
      { provider: 'babbling', script: 'garbage' },
      { provider: 'regretting', script: 'error_after=0,empty_choices' },
    ];
  }

  let resetting: TestProvider | undefined;

  afterAll(() => resetting?.stop());

  it.each([
    ['silent', ['open', 'open', 'open', 'open', 'closed']],
    // Routes whose error names the cause are tried again, and replaced by others.
    ['talking', ['open', 'closed', 'closed', 'open', 'open', 'closed']],
  ] as const)('loses no call, and isolates what fails: %s ones', async (kind, expected) => {
    const routes = [...(await listFailing(kind)), good].map((route) => ({
      ...route,
      route: shared,
    }));
    const { id, routeIds } = await addModel(...routes);
    const answers: ChatAnswer[] = [];
    const endMs = Date.now() + 12_000;
    const work = async (isStreaming: boolean): Promise<void> => {
      while (Date.now() < endMs) answers.push(await ask(id, { isStreaming, content: pacedScript }));
    };
    await Promise.all(Array.from({ length: 6 }, (_, index) => work(index % 2 === 0)));
    const lost = answers.filter(({ error, status }) => status !== 200 || error !== undefined);
    expect(lost.map(({ error, status }) => ({ status, error }))).toEqual([]);
    expect(answers.length).toBeGreaterThan(20);
    const health = await readHealth();
    const states = routeIds.map((routeId) => health.get(routeId)?.state ?? 'closed');
    expect(states).toEqual(expected);
  });
});

async function readHealth(): Promise<Map<string, { state: string }>> {
  const { items } = await gateway.operate('/api/admin/routes/health');
  return new Map(
    (items as { routeId: string; state: string }[]).map((item) => [item.routeId, item]),
  );
}

describe('an isolated route', () => {
  it('is probed in the background, and used again when it recovers', async () => {
    let isBroken = true;
    const provider = await startProvider((response) => {
      if (isBroken) {
        response.destroy();
        return;
      }
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      const choices = [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'ok' } },
      ];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          created: 1,
          model: 'm',
          choices,
          usage,
        }),
      );
    });
    try {
      const { id, routeIds } = await addModel(
        { provider: 'returning', baseUrl: provider.url },
        good,
      );
      const isOpen = async (): Promise<boolean> =>
        (await readHealth()).get(routeIds[0] as string)?.state === 'open';
      await waitUntil(async () => (await ask(id)).status === 200 && (await isOpen()), {
        timeoutMs: 30_000,
        what: 'the isolation of the route',
      });
      isBroken = false;
      await waitUntil(async () => (await ask(id)).status === 200 && !(await isOpen()), {
        timeoutMs: 10 * probeMs,
        what: 'the return of the route',
      });
      const account = accounts[0] as Account;
      const answer = await ask(id, { bearer: account.key });
      expect(await readGeneration(answer, account)).toMatchObject({ provider: 'returning' });
    } finally {
      provider.stop();
    }
  });

  it('is not made by one caller’s poison prompt', async () => {
    const { id, routeIds } = await addModel(good, { provider: 'spare' });
    const { key } = accounts[1] as Account;
    for (let call = 0; call < 12; call++)
      await ask(id, { bearer: key, content: '[[sim:status=500]]' });
    expect((await readHealth()).get(routeIds[0] as string)?.state).not.toBe('open');
  });
});
