import { waitUntil } from '@tollgate/testing';
import { startSimulator, type Reply, type SimulatorUnderTest } from './start-simulator';

let simulator: SimulatorUnderTest;

beforeAll(async () => {
  simulator = await startSimulator();
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.stop());

interface Wire {
  readonly name: string;
  readonly submitPath: string;
  readonly makeBody: (prompt: string) => unknown;
  readonly readId: (body: Fields) => string;
  readonly pollPath: (id: string) => string;
  readonly readStatus: (body: Fields) => unknown;
  readonly words: readonly [string, string, string];
  readonly headers?: Record<string, string>;
}
type Fields = Record<string, unknown>;

const output = (body: Fields): Fields => body['output'] as Fields;
const wires: readonly Wire[] = [
  {
    name: 'openai-videos',
    submitPath: '/v1/videos',
    makeBody: (prompt) => ({ model: 'video', prompt, seconds: '4', size: '1280x720' }),
    readId: ({ id }) => String(id),
    pollPath: (id) => `/v1/videos/${id}`,
    readStatus: ({ status }) => status,
    words: ['queued', 'completed', 'failed'],
  },
  {
    name: 'ark-videos',
    submitPath: '/v1/contents/generations/tasks',
    makeBody: (text) => ({ model: 'video', content: [{ type: 'text', text }], duration: 4 }),
    readId: ({ id }) => String(id),
    pollPath: (id) => `/v1/contents/generations/tasks/${id}`,
    readStatus: ({ status }) => status,
    words: ['queued', 'succeeded', 'failed'],
  },
  {
    name: 'dashscope-videos',
    submitPath: '/v1/services/aigc/video-generation/video-synthesis',
    makeBody: (prompt) => ({ model: 'video', input: { prompt }, parameters: { duration: 4 } }),
    readId: (body) => String(output(body)['task_id']),
    pollPath: (id) => `/v1/tasks/${id}`,
    readStatus: (body) => output(body)['task_status'],
    words: ['PENDING', 'SUCCEEDED', 'FAILED'],
    headers: { 'x-dashscope-async': 'enable' },
  },
  {
    name: 'gemini-videos',
    submitPath: '/v1/models/veo-3.1:predictLongRunning',
    makeBody: (prompt) => ({ instances: [{ prompt }], parameters: { durationSeconds: 4 } }),
    readId: ({ name }) => String(name),
    pollPath: (name) => `/v1/${name}`,
    // It has no word for it: done or not, with an error or without.
    readStatus: ({ done, error, response }) => {
      const { generateVideoResponse: made } = (response ?? {}) as {
        generateVideoResponse?: Fields;
      };
      if (done !== true) return 'running';
      return error === undefined && made?.['generatedSamples'] !== undefined ? 'done' : 'failed';
    },
    words: ['running', 'done', 'failed'],
    headers: { 'x-goog-api-key': 'some-key' },
  },
];

const parse = ({ text }: Reply): Fields => JSON.parse(text) as Fields;

function submit(wire: Wire, prompt: string): Promise<Reply> {
  const { headers = {}, makeBody, submitPath: path } = wire;
  return simulator.send({ path, body: makeBody(prompt), headers });
}

async function begin(wire: Wire, prompt: string): Promise<string> {
  const reply = await submit(wire, prompt);
  expect(reply.status).toBe(200);
  return wire.readId(parse(reply));
}

const poll = ({ headers = {}, pollPath }: Wire, id: string): Promise<Reply> =>
  simulator.send({ method: 'GET', path: pollPath(id), headers });

async function readStatus(wire: Wire, id: string): Promise<unknown> {
  return wire.readStatus(parse(await poll(wire, id)));
}

const patience = { timeoutMs: 30_000 };

describe.each(wires)('jobs over $name', (wire) => {
  const [queued, completed, failed] = wire.words;

  it('are queued, then ready', async () => {
    const id = await begin(wire, 'A gate [[sim:queued_ms=200,running_ms=50]]');
    expect(await readStatus(wire, id)).toBe(queued);
    await waitUntil(async () => (await readStatus(wire, id)) === completed, patience);
  });

  it.each(['moderation', 'error'])('fail for %s on request', async (reason) => {
    const id = await begin(wire, `A gate [[sim:queued_ms=0,running_ms=0,fail=${reason}]]`);
    expect(await readStatus(wire, id)).toBe(failed);
  });

  it('never end on request', async () => {
    const id = await begin(wire, '[[sim:queued_ms=0,running_ms=0,never]] A gate');
    expect([completed, failed]).not.toContain(await readStatus(wire, id));
  });

  it('are started although the answer is lost', async () => {
    const lost = submit(wire, 'A gate [[sim:lost,tag=lost]]').then(
      ({ isComplete }) => isComplete,
      () => false,
    );
    expect(await lost).toBe(false);
    const { jobs } = (await simulator.getVideos('lost')) as { jobs: Fields[] };
    expect(jobs.filter(({ protocol }) => protocol === wire.name)).toHaveLength(1);
  });

  it('fail to be polled as often as requested', async () => {
    const id = await begin(wire, '[[sim:poll_errors=2,poll_garbage=1,running_ms=0,queued_ms=0]] x');
    const statuses = [(await poll(wire, id)).status, (await poll(wire, id)).status];
    expect(statuses).toEqual([503, 503]);
    expect((await poll(wire, id)).text).toContain('<html>');
    expect(await readStatus(wire, id)).toBe(completed);
  });

  it('are refused on request, and then there is no job', async () => {
    expect((await submit(wire, '[[sim:status=429,tag=none]] x')).status).toBe(429);
    expect(await simulator.getVideos('none')).toMatchObject({ jobs: [] });
    expect((await simulator.getCalls()).total).toBe(1);
  });

  it('need a key, and everything that the provider needs', async () => {
    const { headers = {}, submitPath: path } = wire;
    const { 'x-goog-api-key': own, ...others } = headers;
    const ask = async (key: string): Promise<number> => {
      const named =
        own === undefined ? others : { ...others, ...(key && { 'x-goog-api-key': key }) };
      return (await simulator.send({ path, key, body: {}, headers: named })).status;
    };
    expect([await ask(''), await ask('bad-key-1'), await ask('good')]).toEqual(
      own === undefined ? [401, 401, 400] : [403, 400, 400],
    );
  });
});

describe('the result of a job', () => {
  const ready = 'A gate [[sim:queued_ms=0,running_ms=0]]';
  const [openai, ark] = wires as [Wire, Wire];

  it('is an MP4 behind the key at OpenAI', async () => {
    const id = await begin(openai, ready);
    const path = `/v1/videos/${id}/content`;
    expect((await simulator.send({ method: 'GET', path, key: '' })).status).toBe(401);
    const { headers, status, text } = await simulator.send({ method: 'GET', path });
    expect([status, headers['content-type']]).toEqual([200, 'video/mp4']);
    expect(text.slice(4, 12)).toBe('ftypisom');
  });

  it('has a public URL elsewhere, and is not there before', async () => {
    const id = await begin(ark, ready);
    const { content } = parse(await poll(ark, id)) as { content: { video_url: string } };
    const path = new URL(content.video_url).pathname;
    expect((await simulator.send({ method: 'GET', path, key: '' })).status).toBe(200);
    const later = await begin(ark, 'A gate');
    const early = await simulator.send({ method: 'GET', path: `/files/videos/${later}.mp4` });
    expect(early.status).toBe(404);
  });

  it('is behind the key and one address further at Gemini', async () => {
    const gemini = wires[3]!;
    const id = await begin(gemini, ready);
    const { text } = await poll(gemini, id);
    const uri = /"uri":"([^"]+)"/.exec(text)?.[1] ?? '';
    const { headers, status } = await simulator.send({
      method: 'GET',
      path: new URL(uri).pathname,
    });
    expect(status).toBe(302);
    const path = String(headers.location);
    expect((await simulator.send({ method: 'GET', path, key: '' })).status).toBe(403);
    const opened = await simulator.send({ method: 'GET', path, headers: gemini.headers! });
    expect(opened.text.slice(4, 12)).toBe('ftypisom');
  });

  it('reports how many seconds were made, and fails as often as requested', async () => {
    const id = await begin(
      openai,
      '[[sim:queued_ms=0,running_ms=0,made_seconds=3,content_errors=1]]',
    );
    expect(parse(await poll(openai, id))).toMatchObject({ seconds: '3' });
    const path = `/v1/videos/${id}/content`;
    expect((await simulator.send({ method: 'GET', path })).status).toBe(500);
    expect((await simulator.send({ method: 'GET', path })).status).toBe(200);
  });

  it('is unknown of a job that there is not', async () => {
    expect((await poll(openai, 'video_x')).status).toBe(404);
    expect((await poll(ark, 'cgt-x')).status).toBe(404);
    expect(await readStatus(wires[2]!, 'x')).toBe('UNKNOWN');
  });
});
