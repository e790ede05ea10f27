import { waitUntil } from '@tollgate/testing';
import { startSimulator, type SimulatorUnderTest } from './start-simulator';

let simulator: SimulatorUnderTest;

beforeAll(async () => {
  simulator = await startSimulator();
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.stop());

const patience = { timeoutMs: 30_000 };
const streamed = { stream: true, stream_options: { include_usage: true } };

async function getPlainUsage(words: string): Promise<unknown> {
  const { text } = await simulator.chat(`[[sim:${words}]]`);
  return (JSON.parse(text) as { usage?: unknown }).usage;
}

function getUsageEvents(text: string): string[] {
  return text.split('\n\n').filter((event) => event.includes('"usage":{'));
}

describe('faults of the usage', () => {
  it('can be its absence', async () => {
    expect(await getPlainUsage('no_usage')).toBeUndefined();
    const { text } = await simulator.chat('[[sim:no_usage]]', streamed);
    expect(getUsageEvents(text)).toEqual([]);
    expect(text).toContain('[DONE]');
  });

  it('can be zeros', async () => {
    const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    expect(await getPlainUsage('zero_usage')).toMatchObject(zeros);
  });

  it.each([
    ['negative', '"completion_tokens":-5,'],
    ['fraction', '"completion_tokens":5.5,'],
    ['string', '"completion_tokens":"5",'],
    ['huge', '"completion_tokens":1000000000000000,'],
    ['nan', '"completion_tokens":NaN,'],
  ])('can be a count that is %s', async (fault, expected) => {
    const words = `[[sim:tokens=5,bad_usage=${fault}]]`;
    expect((await simulator.chat(words)).text).toContain(expected);
    expect((await simulator.chat(words, streamed)).text).toContain(expected);
  });

  it('can be two reports, of which the last is right', async () => {
    const { text } = await simulator.chat('[[sim:usage_twice,tokens=9]]', streamed);
    const events = getUsageEvents(text);
    expect(events).toHaveLength(2);
    expect(events[0]).toContain('"completion_tokens":1,');
    expect(events[1]).toContain('"completion_tokens":9,');
    expect(await getPlainUsage('usage_twice,tokens=9')).toMatchObject({ completion_tokens: 9 });
  });
});

describe('faults of the body', () => {
  it('can be no JSON at all', async () => {
    for (const extra of [{}, streamed]) {
      const { status, text } = await simulator.chat('[[sim:garbage]]', extra);
      expect(status).toBe(200);
      expect(() => JSON.parse(text) as unknown).toThrow();
    }
  });

  it('can be a broken event in the middle', async () => {
    const { text } = await simulator.chat('[[sim:bad_sse,tokens=2]]', streamed);
    const broken = text.split('\n\n').filter((event) => {
      try {
        JSON.parse(event.replace(/^data: /, ''));
        return false;
      } catch {
        return event !== '' && event !== 'data: [DONE]';
      }
    });
    expect(broken).toEqual(['data: {"id":"chatcmpl-broken","cho']);
  });

  it('can be an event, or a body, that is too large', async () => {
    for (const extra of [{}, streamed]) {
      const { text } = await simulator.chat('[[sim:huge_event,huge_bytes=3000000]]', extra);
      expect(text.length).toBeGreaterThan(3_000_000);
    }
  });

  it('can be the lack of any choice', async () => {
    const plain = await simulator.chat('[[sim:empty_choices]]');
    expect(JSON.parse(plain.text)).toMatchObject({ choices: [] });
    const { text } = await simulator.chat('[[sim:empty_choices]]', streamed);
    expect(text).not.toContain('"delta"');
    expect(text).toContain('[DONE]');
  });
});

describe('calls that do not end', () => {
  it.each([
    ['answers nothing', '[[sim:hang]]', {}],
    ['stops in the middle of a stream', '[[sim:hang_after=2]]', streamed],
    ['stops in the middle of a body', '[[sim:hang_after=1]]', {}],
    ['is slow', '[[sim:delay_ms=60000]]', {}],
    ['streams slowly', '[[sim:chunk_delay_ms=60000]]', streamed],
  ])('one that %s is counted as cancelled when the client goes', async (_case, text, extra) => {
    const abort = new AbortController();
    const body = { model: 'chat', messages: [{ role: 'user', content: text }], ...extra };
    const reply = simulator.send({ body, signal: abort.signal }).catch(() => undefined);
    await waitUntil(async () => (await simulator.getCalls()).inFlight === 1, patience);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await simulator.getCalls()).toMatchObject({ inFlight: 1, total: 1, cancelled: 0 });
    abort.abort();
    await reply;
    await waitUntil(async () => (await simulator.getCalls()).inFlight === 0, patience);
    expect(await simulator.getCalls()).toMatchObject({ total: 1, cancelled: 1 });
  });

  it('a stream is cut after so many pieces', async () => {
    const reply = await simulator.chat('[[sim:cut_after=3,tokens=10]]', streamed);
    expect(reply.isComplete).toBe(false);
    expect(reply.text.match(/"content":"[^"]/g)).toHaveLength(3);
    expect(reply.text).not.toContain('[DONE]');
    await waitUntil(async () => (await simulator.getCalls()).inFlight === 0, patience);
    expect(await simulator.getCalls()).toMatchObject({
      cancelled: 0,
      calls: [expect.objectContaining({ outcome: 'cut' })],
    });
  });

  it('a body is cut in its middle', async () => {
    const reply = await simulator.chat('[[sim:cut_after=0]]');
    expect(reply.isComplete).toBe(false);
    expect(() => JSON.parse(reply.text) as unknown).toThrow();
  });

  it('do not hold up the end of the simulator', async () => {
    const other = await startSimulator();
    const reply = other.chat('[[sim:hang]]').catch(() => undefined);
    await waitUntil(async () => (await other.getCalls()).inFlight === 1, patience);
    const startedMs = Date.now();
    await other.stop();
    await reply;
    // A call that hangs would hold it up for ever.
    expect(Date.now() - startedMs).toBeLessThan(20_000);
  });
});

describe('the log of calls', () => {
  it('lists ids and outcomes, and no prompts', async () => {
    const { text } = await simulator.chat('my secret prompt');
    const { id } = JSON.parse(text) as { id: string };
    const calls = await simulator.getCalls();
    expect(calls).toMatchObject({ total: 1, calls: [{ id, model: 'chat', outcome: 'answered' }] });
    expect(JSON.stringify(calls)).not.toContain('secret');
  });

  it('keeps requests on demand, until the next reset', async () => {
    await simulator.reset('?requests=1');
    await simulator.chat('a prompt to look at');
    const { calls } = await simulator.getCalls();
    expect(calls[0]?.['request']).toMatchObject({
      headers: { authorization: 'Bearer some-key' },
      body: expect.stringContaining('a prompt to look at'),
    });
    await simulator.reset();
    await simulator.chat('not this one');
    expect(JSON.stringify(await simulator.getCalls())).not.toContain('not this one');
  });

  it('remembers a bounded number of calls and counts all', async () => {
    for (let index = 0; index < 250; index++) await simulator.chat('Hi');
    const { total, calls } = await simulator.getCalls();
    expect(total).toBe(250);
    expect(calls).toHaveLength(100);
  });
});
