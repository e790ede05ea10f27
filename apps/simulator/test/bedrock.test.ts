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
  readonly inputTokens: string | null;
  readonly bytes: Buffer;
}

type Changes = Partial<typeof credentials> & { readonly sessionToken?: string };

async function post(path: string, body: string, changes: Changes = {}): Promise<Reply> {
  const url = `${simulator.baseUrl}/model/${path}`;
  const headers = await signAws({ ...credentials, ...changes }, { method: 'POST', url, body });
  const answer = await fetch(url, { method: 'POST', headers, body });
  return {
    status: answer.status,
    errorType: (answer.headers.get('x-amzn-errortype') ?? '').split(':')[0] ?? '',
    inputTokens: answer.headers.get('x-amzn-bedrock-input-token-count'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

const converse = (body: string, changes: Changes = {}, method = 'converse'): Promise<Reply> =>
  post(`anthropic.claude%3A0/${method}`, body, changes);

const invoke = (model: string, body: object, changes: Changes = {}): Promise<Reply> =>
  post(`${encodeURIComponent(model)}/invoke`, JSON.stringify(body), changes);

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
    const profiles = { method: 'GET', path: '/v1/inference-profiles?maxResults=1000' };
    expect(await simulator.send(profiles)).toMatchObject({ status: 200 });
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

const titan = 'amazon.titan-embed-text-v2:0';
const cohere = 'cohere.embed-multilingual-v3';
const canvas = 'amazon.nova-canvas-v1:0';
const stability = 'stability.stable-image-core-v1:1';
const canvasBody = { taskType: 'TEXT_IMAGE', textToImageParams: { text: 'A gate' } };
const cohereBody = { texts: ['12345678', '1234'], input_type: 'search_document' };

describe('InvokeModel', () => {
  it('makes one vector with Titan, and counts its tokens in the body', async () => {
    const { bytes, status } = await invoke(titan, { inputText: '12345678', dimensions: 256 });
    expect(status).toBe(200);
    const answer = JSON.parse(bytes.toString()) as Record<string, unknown>;
    expect(answer).toMatchObject({
      inputTextTokenCount: 2,
      embeddingsByType: { float: answer['embedding'] },
    });
    expect(answer['embedding']).toHaveLength(256);
  });

  it('makes several vectors with Cohere, and counts their tokens in a header', async () => {
    const { bytes, inputTokens } = await invoke(cohere, {
      ...cohereBody,
      embedding_types: ['float'],
    });
    expect(inputTokens).toBe('3');
    expect(JSON.parse(bytes.toString())).toMatchObject({
      response_type: 'embeddings_by_type',
      texts: cohereBody.texts,
      embeddings: { float: [expect.any(Array), expect.any(Array)] },
    });
    const plain = await invoke(cohere, cohereBody);
    expect(JSON.parse(plain.bytes.toString())).toMatchObject({
      response_type: 'embeddings_floats',
      embeddings: [expect.any(Array), expect.any(Array)],
    });
  });

  it('makes images with Nova Canvas and with Stability', async () => {
    const drawn = await invoke(canvas, {
      ...canvasBody,
      imageGenerationConfig: { numberOfImages: 2, width: 512, height: 512, quality: 'standard' },
    });
    expect(JSON.parse(drawn.bytes.toString())).toEqual({
      images: [expect.stringMatching(/^iVBOR/), expect.stringMatching(/^iVBOR/)],
      error: null,
    });
    const { bytes } = await invoke(stability, { prompt: 'A gate', aspect_ratio: '3:2' });
    expect(JSON.parse(bytes.toString())).toMatchObject({
      images: [expect.stringMatching(/^iVBOR/)],
      finish_reasons: [null],
    });
    const blocked = await invoke(stability, { prompt: 'A gate [[sim:image=none]]' });
    expect(JSON.parse(blocked.bytes.toString())).toEqual({
      finish_reasons: ['Filter reason: prompt'],
    });
  });

  it('checks the signature', async () => {
    const answer = await invoke(
      titan,
      { inputText: 'a' },
      { secretAccessKey: 'anotherSecret0000' },
    );
    expect(answer).toMatchObject({ status: 403, errorType: 'InvalidSignatureException' });
  });

  it.each([
    ['a field of another model', titan, { inputText: 'a', texts: ['a'] }],
    ['dimensions that Titan does not have', titan, { inputText: 'a', dimensions: 300 }],
    [
      'dimensions for the first Titan',
      'amazon.titan-embed-text-v1',
      { inputText: 'a', dimensions: 256 },
    ],
    ['no purpose for Cohere', cohere, { texts: ['a'] }],
    ['too many texts', cohere, { ...cohereBody, texts: Array.from({ length: 97 }, () => 'a') }],
    [
      'a side that is no multiple of 16',
      canvas,
      { ...canvasBody, imageGenerationConfig: { width: 500 } },
    ],
    ['a shape that Stability does not have', stability, { prompt: 'A', aspect_ratio: '7:4' }],
    ['a model that it does not know', 'acme.unknown', {}],
  ])('refuses %s', async (_what, model, body) => {
    expect(await invoke(model, body)).toMatchObject({
      status: 400,
      errorType: 'ValidationException',
    });
  });
});
