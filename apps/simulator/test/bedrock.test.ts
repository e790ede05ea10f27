import { signAws } from '@tollgate/cloud-auth';
import { EventStreamReader } from '@tollgate/model-kit';
import { startSimulator, type SimulatorUnderTest } from './start-simulator';

let simulator: SimulatorUnderTest;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

const credentials = {
  accessKeyId: 'AKIASIMULATOR0000001',
  secretAccessKey: 'simulatorSecretAccessKey00000000',
  region: 'eu-central-1',
};
const ask = (text: string, more: object = {}): string =>
  JSON.stringify({ messages: [{ role: 'user', content: [{ text }] }], ...more });

interface Reply {
  readonly status: number;
  readonly errorType: string;
  readonly bytes: Buffer;
}

async function converse(
  body: string,
  changes: Partial<typeof credentials> & { readonly sessionToken?: string } = {},
  method = 'converse',
): Promise<Reply> {
  const url = `${simulator.baseUrl}/model/anthropic.claude%3A0/${method}`;
  const headers = await signAws({ ...credentials, ...changes }, { method: 'POST', url, body });
  const answer = await fetch(url, { method: 'POST', headers, body });
  return {
    status: answer.status,
    errorType: (answer.headers.get('x-amzn-errortype') ?? '').split(':')[0] ?? '',
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

describe('Bedrock', () => {
  it('answers a signed call', async () => {
    const { bytes, status } = await converse(ask('Hello [[sim:tokens=3,cached=2]]'));
    expect(status).toBe(200);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      output: { message: { role: 'assistant', content: [{ text: 'The gate opens' }] } },
      stopReason: 'end_turn',
      usage: { outputTokens: 3, cacheReadInputTokens: 2 },
    });
  });

  it('streams frames with checksums', async () => {
    const { bytes } = await converse(ask('Hello [[sim:tokens=2]]'), {}, 'converse-stream');
    const names = new EventStreamReader(100_000).push(bytes).map(({ name }) => name);
    expect(names).toEqual([
      'messageStart',
      'contentBlockDelta',
      'contentBlockDelta',
      'contentBlockStop',
      'messageStop',
      'metadata',
    ]);
  });

  it('reports credentials that expire in the middle of a stream', async () => {
    const script = ask('Hello [[sim:error_after=1,code=expired_token]]');
    const { bytes } = await converse(script, {}, 'converse-stream');
    expect(new EventStreamReader(100_000).push(bytes).at(-1)).toEqual({
      name: 'exception',
      data: expect.stringContaining('ExpiredTokenException'),
    });
  });

  it('refuses a signature with another secret', async () => {
    const answer = await converse(ask('Hello'), { secretAccessKey: 'anotherSecret0000' });
    expect(answer).toMatchObject({ status: 403, errorType: 'InvalidSignatureException' });
  });

  it('refuses a session token from the time that is in it', async () => {
    const at = (timeMs: number) => ({ sessionToken: `simulatorExpires${timeMs}` });
    expect(await converse(ask('Hello'), at(Date.now() + 600_000))).toMatchObject({ status: 200 });
    expect(await converse(ask('Hello'), at(Date.now() - 1))).toMatchObject({
      status: 403,
      errorType: 'ExpiredTokenException',
    });
  });

  it('takes an API key as a bearer token and lists its models', async () => {
    const path = '/v1/foundation-models';
    expect(await simulator.send({ method: 'GET', path })).toMatchObject({ status: 200 });
    const refused = await simulator.send({ method: 'GET', path, key: 'bad-key-1' });
    expect(refused).toMatchObject({ status: 403 });
  });

  it.each([
    ['no message', { messages: [] }],
    ['a blank text', { messages: [{ role: 'user', content: [{ text: ' ' }] }] }],
    [
      'calls without toolConfig',
      {
        messages: [
          { role: 'user', content: [{ text: 'a' }] },
          { role: 'assistant', content: [{ toolUse: { toolUseId: '1', name: 'f', input: {} } }] },
        ],
      },
    ],
  ])('refuses %s', async (_what, body) => {
    expect(await converse(JSON.stringify(body))).toMatchObject({
      status: 400,
      errorType: 'ValidationException',
    });
  });
});
