import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tollgate/testing';
import {
  openAccount,
  readCredits,
  readSettledCredits,
  type Account,
} from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import {
  dialectFaces,
  dialectNames,
  parseStream,
  type DialectName,
} from '../test/support/dialects';
import { startGateway } from '../test/support/gateway';
import { protocolModels } from '../test/support/protocol-models';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';
import {
  openSlowly,
  readUntil,
  type HeardStream,
  type SlowClient,
} from '../test/support/slow-client';

const pairs = dialectNames.flatMap((dialect) =>
  protocolModels.map(([protocol, model]) => [dialect, protocol, model] as const),
);
const mebibyte = 1024 * 1024;
const keepAliveMs = 15_000;
/** Well behind one keep-alive, which a busy machine may send late, and before the next. */
const silenceMs = 20_000;
/** Comments, but on Messages, whose clients know an event for it. */
const keepAlive: Readonly<Record<DialectName, string>> = {
  chat: ': keep-alive\n\n',
  responses: ': keep-alive\n\n',
  messages: 'event: ping\ndata: {"type":"ping"}\n\n',
};

/** Of its own: the shared stack gives a silent provider up after seconds. */
let gateway: Awaited<ReturnType<typeof startGateway>>;
let account: Account;
/** Under way while everything else is tested: they take longer than the interval. */
const silent = new Map<string, Promise<HeardStream>>();

function startSilent(name: string, dialect: DialectName, model: string, script: string): void {
  const content = `[[sim:tokens=3,${script}]]`;
  const heard = openSlowly(gateway, dialect, { bearer: account.key, model, content }).listen();
  // The test that awaits it sees its failure; until then it must not end the run.
  heard.catch(() => undefined);
  silent.set(name, heard);
}

const readCalls = (): ReturnType<typeof readSimulatedCalls> => readSimulatedCalls(gateway);

beforeAll(async () => {
  gateway = await startGateway();
  account = await openAccount(gateway);
  for (const [dialect, protocol, model] of pairs) {
    startSilent(`${dialect} ${protocol} silence`, dialect, model, `silence_ms=${silenceMs}`);
  }
  for (const dialect of dialectNames) {
    startSilent(`${dialect} late`, dialect, 'simulator/chat', `delay_ms=${silenceMs}`);
    const refusal = `delay_ms=${silenceMs},status=500`;
    startSilent(`${dialect} refused`, dialect, 'simulator/chat', refusal);
  }
  await waitUntil(async () => (await readCalls()).inFlight === silent.size, {
    timeoutMs: 30_000,
    what: 'the silent calls at the provider',
  });
});
afterAll(async () => {
  await gateway?.end();
});

describe.each(pairs)('a client that leaves a %s stream over the %s protocol', (...pair) => {
  const [dialect, , model] = pair;

  it.each([
    ['after its first words', 'tokens=500,chunk_delay_ms=20', 'opens'],
    ['before its first word', 'silence_ms=5000', undefined],
  ])('%s: the provider is stopped within a second and nothing is charged', async (...row) => {
    const [, script, text] = row;
    const { key } = await openAccount(gateway);
    await resetSimulator(gateway);
    const content = `Hello [[sim:${script}]]`;
    const client = openSlowly(gateway, dialect, { bearer: key, model, content });
    await waitUntil(async () => (await readCalls()).total === 1, {
      timeoutMs: 30_000,
      what: 'the call at the provider',
    });
    if (text !== undefined) await readUntil(client, text);
    expect((await readCredits(gateway, key)).reserved).toBeGreaterThan(0n);
    client.leave();
    await waitUntil(async () => (await readCalls()).cancelled === 1, {
      timeoutMs: 1_000,
      what: 'the end of the call at the provider',
    });
    expect((await readSettledCredits(gateway, key, 1_000)).usage).toBe(0n);
  });
});

interface HeardAfterSilence {
  readonly headersMs: number;
  readonly events: ReturnType<typeof parseStream>['events'];
}

describe('a stream whose provider is silent for long', () => {
  /** It came alone in its time; what followed is left to be judged. */
  async function hear(dialect: DialectName, name: string): Promise<HeardAfterSilence> {
    const heard = await (silent.get(name) ?? Promise.reject(new Error(`no ${name}`)));
    const text = heard.pieces.map((piece) => piece.text).join('');
    expect(heard.status).toBe(200);
    expect(text.startsWith(keepAlive[dialect])).toBe(true);
    expect(heard.pieces[0]?.atMs).toBeGreaterThan(keepAliveMs - 100);
    const { events } = parseStream(text.slice(keepAlive[dialect].length));
    return { headersMs: heard.headersMs, events };
  }

  it.each(pairs)('is kept alive before its first content (%s over %s)', async (...pair) => {
    const [dialect, protocol] = pair;
    const { events, headersMs } = await hear(dialect, `${dialect} ${protocol} silence`);
    // Gemini says nothing before its content, so that nothing is known before the interval is over.
    if (protocol === 'gemini') expect(headersMs).toBeGreaterThan(keepAliveMs - 100);
    // On a busy machine later than at once, but not with the keep-alive.
    else expect(headersMs).toBeLessThan(keepAliveMs - 3_000);
    expect(dialectFaces[dialect].readText({ events, json: undefined })).toBe('The gate opens');
    expect(dialectFaces[dialect].readUsages({ events, json: undefined })).toHaveLength(1);
  });

  it.each(dialectNames)('begins for the client before it does upstream (%s)', async (dialect) => {
    const { events, headersMs } = await hear(dialect, `${dialect} late`);
    expect(headersMs).toBeGreaterThan(keepAliveMs - 100);
    expect(dialectFaces[dialect].readText({ events, json: undefined })).toBe('The gate opens');
  });

  it.each(dialectNames)('and then refuses is reported in the stream (%s)', async (dialect) => {
    const { events } = await hear(dialect, `${dialect} refused`);
    expect(dialectFaces[dialect].readErrors(events)).toHaveLength(1);
    expect(events.map(({ data, name }) => name ?? Object.keys(data)[0])).toEqual(
      dialect === 'chat' ? ['error', '0'] : ['error'],
    );
    expect(events[0]?.data).toMatchObject(
      dialect === 'responses'
        ? { type: 'error', sequence_number: 0, code: 'server_error' }
        : { error: { code: 'upstream_unavailable', type: 'api_error' } },
    );
  });
});

describe('clients that do not read', () => {
  const tokens = 200_000;
  /** Each of them more than all sockets in between can hold. */
  const readers = [
    ['chat', 'long-openai/chat'],
    ['responses', 'long-openai/chat'],
    ['messages', 'long-openai/chat'],
    ['messages', 'long-anthropic/chat'],
  ] as const;
  const waitMs = 2_000;
  /** Of edge and relay together: the streams are 150 MiB, the heaps of both grow by some 30. */
  const grownBytesMax = 80 * mebibyte;

  beforeAll(async () => {
    for (const protocol of ['openai', 'anthropic'] as const) {
      await addModel(gateway, { id: `long-${protocol}/chat`, protocol });
    }
  });

  function readResidentBytes(): number {
    const { pids } = gateway.credentials();
    return ['edge', 'relay']
      .map((part) => readFileSync(`/proc/${pids[part]}/status`, 'utf8'))
      .map((text) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) * 1024)
      .reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Opens them all and lets them stand; their providers must not have got rid of anything. */
  async function getStuck(): Promise<{ clients: SlowClient[]; residentBytes: number }> {
    await resetSimulator(gateway, true);
    const clients = readers.map(([dialect, model]) =>
      openSlowly(gateway, dialect, {
        bearer: account.key,
        model,
        content: `[[sim:tokens=${tokens}]]`,
        body: dialect === 'messages' ? { max_tokens: tokens } : {},
      }),
    );
    const heads = await Promise.all(clients.map(({ response }) => response));
    expect(heads.map(({ statusCode }) => statusCode)).toEqual(readers.map(() => 200));
    await sleep(waitMs);
    const { calls } = await readCalls();
    expect(calls.map(({ outcome }) => outcome)).toEqual(readers.map(() => 'running'));
    return { clients, residentBytes: readResidentBytes() };
  }

  it('keep their providers waiting and fill no memory, until they read', async () => {
    const before = readResidentBytes();
    const first = await getStuck();
    for (const { leave } of first.clients) leave();
    await waitUntil(async () => (await readCalls()).inFlight === 0, {
      timeoutMs: 30_000,
      what: 'the end of the calls that were left',
    });
    const second = await getStuck();
    const heard = await Promise.all(second.clients.map((client) => client.listen()));
    heard.forEach(({ pieces }, index) => {
      const { events } = parseStream(pieces.map(({ text }) => text).join(''));
      const { readErrors, readUsages } = dialectFaces[readers[index]?.[0] ?? 'chat'];
      expect(readErrors(events)).toEqual([]);
      expect(readUsages({ events, json: undefined })).toMatchObject([{ output: tokens }]);
    });
    // A heap that has not been collected yet is no buffer: the better of the two counts, each
    // against the time before both. The first may have grown a heap that the second uses again.
    const grownBytes = Math.min(first.residentBytes, second.residentBytes) - before;
    expect(grownBytes).toBeLessThan(grownBytesMax);
  });
});

describe('after all of that', () => {
  it('costs what was answered, and nothing stays reserved', async () => {
    const { reserved, usage } = await readSettledCredits(gateway, account.key);
    expect(reserved).toBe(0n);
    expect(usage).toBeGreaterThan(0n);
  });
});
