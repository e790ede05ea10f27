import OpenAI, { toFile } from 'openai';
import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { awsCredentials } from '../test/support/cloud-credentials';
import { getSharedGateway } from '../test/support/gateway';
import { tinyPng } from '../test/support/image-recipes';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const pngHead = '89504e470d0a1a0a';
let account: Account;
let client: OpenAI;

beforeAll(async () => {
  account = await openAccount(gateway);
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
});

function post(path: string, body: unknown): Promise<ApiAnswer> {
  return gateway.call(path, { bearer: account.key, body });
}

const generate = (fields: object): Promise<ApiAnswer> =>
  post('/v1/images/generations', { model: 'simulator/image', prompt: 'A gate', ...fields });

async function fetchHead(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer())
    .toString('hex')
    .slice(0, 16);
}

async function readGeneration(id: string): Promise<Json> {
  const path = `/v1/generation?id=${id}`;
  await waitUntil(async () => (await gateway.call(path, { bearer: account.key })).status === 200, {
    timeoutMs: 30_000,
    what: 'the generation record',
  });
  return (await gateway.call(path, { bearer: account.key })).json.data;
}

interface Event {
  readonly name: string;
  readonly data: Json;
}

function readEvents(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((frame) => frame.includes('data: '))
    .map((frame) => {
      const [, name = ''] = /^event: (.*)$/m.exec(frame) ?? [];
      const [, data = ''] = /^data: (.*)$/m.exec(frame) ?? [];
      return { name, data: data === '[DONE]' ? data : JSON.parse(data) };
    });
}

describe('images from words', () => {
  it('are hosted for an hour, and paid each by their size', async () => {
    const answer = await client.images
      .generate({ model: 'simulator/image', prompt: 'A gate', n: 2, size: '1536x1024' })
      .withResponse();
    const images = answer.data.data ?? [];
    expect(images).toHaveLength(2);
    for (const { url } of images) expect(await fetchHead(url ?? '')).toBe(pngHead);
    expect(answer.data.usage).toMatchObject({ input_tokens: 2, output_tokens: 2_112, cost: 0.12 });
    const id = answer.response.headers.get('x-generation-id') ?? '';
    expect(await readGeneration(id)).toMatchObject({
      model: 'simulator/image',
      api_type: 'images',
      usage: { cost: 0.12 },
      lines: [{ bucket: 'image', units: 2 }],
    });
  });

  it.each([
    ['a ratio', '3:2', '1536x1024', 0.06],
    ['another size', '2000x2000', '1024x1024', 0.04],
    ['nothing', undefined, undefined, 0.04],
  ])('take the nearest size that there is for %s', async (_what, size, sent, cost) => {
    await resetSimulator(gateway, true);
    const { json, status } = await generate(size === undefined ? {} : { size });
    expect(status).toBe(200);
    expect(json.usage.cost).toBe(cost);
    const { calls } = await readSimulatedCalls(gateway);
    expect(JSON.parse(calls.at(-1)?.request?.body ?? '{}').size).toBe(sent);
  });

  it('are sent as events to a streaming client', async () => {
    const { headers, status, text } = await generate({ stream: true });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/event-stream');
    const events = readEvents(text);
    expect(events.map(({ name }) => name)).toEqual(['image', 'image-cached', 'usage', 'done']);
    expect(events.map(({ data }) => data.type)).toEqual(events.map(({ name }) => name));
    expect(events[2]?.data).toEqual({
      type: 'usage',
      promptTokens: 2,
      completionTokens: 1_056,
      cost: 0.04,
      durationMs: expect.any(Number),
      imageCount: 1,
    });
    expect(await fetchHead(events[1]?.data.url)).toBe(pngHead);
  });

  it.each(['simulator/image-chat', 'simulator/image-gemini'])(
    'come from a model that talks as well: %s',
    async (model) => {
      const { json, status } = await generate({ model });
      expect(status).toBe(200);
      expect(await fetchHead(json.data[0].url)).toBe(pngHead);
      expect(json.usage.cost).toBeGreaterThan(0.03);
      expect((await generate({ model, n: 2 })).json.error).toMatchObject({ param: 'n' });
    },
  );

  it('come from Amazon Bedrock, in the format of each maker', async () => {
    const common = {
      kind: 'image',
      protocol: 'bedrock',
      apiKey: JSON.stringify(awsCredentials),
      prices: { image: '0.04' },
    } as const;
    const canvas = { id: 'bedrock-canvas/one', upstreamModel: 'amazon.nova-canvas-v1:0' };
    const stability = { id: 'bedrock-stable/one', upstreamModel: 'stability.sd3-5-large-v1:0' };
    await addModel(gateway, { ...common, ...canvas });
    await addModel(gateway, { ...common, ...stability });
    const drawn = await generate({ model: canvas.id, n: 2, size: '1280x720' });
    expect(drawn.json.data).toHaveLength(2);
    for (const { url } of drawn.json.data) expect(await fetchHead(url)).toBe(pngHead);
    expect(drawn.json.usage.cost).toBe(0.08);
    const other = await generate({ model: stability.id, size: '1536x1024' });
    expect(await fetchHead(other.json.data[0].url)).toBe(pngHead);
    expect(other.json.usage.cost).toBe(0.04);
    const refused = await generate({ model: stability.id, n: 2 });
    expect(refused.json.error).toMatchObject({ code: 'unsupported_param', param: 'n' });
  });

  it('that the provider has are passed on from there', async () => {
    const { json } = await generate({ prompt: 'A gate [[sim:image=url]]' });
    expect(json.data[0].revised_prompt).toContain('A gate');
    expect(await fetchHead(json.data[0].url)).toBe(pngHead);
  });

  it('cost nothing when none arrived, or when the files are no images', async () => {
    for (const script of ['none', 'text']) {
      const { json, status } = await generate({ prompt: `A gate [[sim:image=${script}]]` });
      expect(status).toBe(502);
      expect(json.error.code).toBe(script === 'none' ? 'no_images' : 'upstream_unavailable');
    }
    const { json } = await gateway.call('/v1/credits', { bearer: account.key });
    await waitUntil(
      async () =>
        (await gateway.call('/v1/credits', { bearer: account.key })).json.data.reserved === 0,
      { timeoutMs: 30_000, what: 'no hold' },
    );
    expect(json.data.total_usage).toBeLessThan(1);
  });

  it.each([
    [{ prompt: undefined }, 'missing_prompt', 400],
    [{ model: undefined }, 'missing_required_field', 400],
    [{ n: 0 }, 'invalid_n', 400],
    [{ n: 11 }, 'invalid_n', 400],
    [{ response_format: 'b64_json' }, 'unsupported_response_format', 400],
    [{ size: 'large' }, 'unsupported_param', 400],
    [{ model: 'simulator/chat' }, 'model_endpoint_mismatch', 400],
    [{ model: 'nobody/nothing' }, 'unknown_model', 400],
  ])('are refused for %j as %s', async (fields, code, status) => {
    const answer = await generate(fields);
    expect(answer.status).toBe(status);
    expect(answer.json.error.code).toBe(code);
  });
});

describe('images from images', () => {
  const file = (): Promise<File> => toFile(tinyPng, 'gate.png', { type: 'image/png' });

  it.each(['simulator/image', 'simulator/image-chat', 'simulator/image-gemini'])(
    'are made by %s',
    async (model) => {
      const answer = await client.images.edit({
        model,
        image: [await file(), await file()],
        prompt: 'Paint it red',
      });
      expect(await fetchHead(answer.data?.[0]?.url ?? '')).toBe(pngHead);
    },
  );

  it('reach the provider whole, with the model that stands for none', async () => {
    await resetSimulator(gateway, true);
    const body = new FormData();
    body.set('prompt', 'Paint it');
    const large = Buffer.concat([tinyPng, Buffer.alloc(9 * 1024 * 1024)]);
    for (let index = 0; index < 3; index++) body.append('image[]', new Blob([large]), 'a.bin');
    const { json, status } = await post('/v1/images/edits', body);
    expect(json.error).toBeUndefined();
    expect(status).toBe(200);
    const { calls } = await readSimulatedCalls(gateway);
    const sent = JSON.parse(calls.at(-1)?.request?.body ?? '{}');
    expect(sent.fields).toMatchObject({ model: ['image'], prompt: ['Paint it'] });
    expect(sent.files).toEqual(
      Array.from({ length: 3 }, () => ({
        fieldName: 'image[]',
        contentType: 'image/png',
        bytes: large.length,
      })),
    );
  });

  const form = (fill: (form: FormData) => void): FormData => {
    const body = new FormData();
    body.set('prompt', 'Paint it');
    fill(body);
    return body;
  };
  const png = (bytes = tinyPng): Blob => new Blob([new Uint8Array(bytes)], { type: 'image/png' });

  it.each<[string, string, number, () => unknown]>([
    ['no image', 'missing_image', 400, () => form(() => undefined)],
    [
      'a mask',
      'mask_not_supported',
      400,
      () => form((body) => (body.set('image', png()), body.set('mask', png()))),
    ],
    [
      'nine images',
      'too_many_images',
      400,
      () => form((body) => Array.from({ length: 9 }, () => body.append('image', png()))),
    ],
    [
      'a page',
      'invalid_image_type',
      400,
      () => form((body) => body.set('image', png(Buffer.from('<!doctype html>')))),
    ],
    [
      'an image of 11 MB',
      'image_too_large',
      400,
      () => form((body) => body.set('image', png(Buffer.alloc(11 * 1024 * 1024, tinyPng)))),
    ],
    [
      'b64_json',
      'unsupported_response_format',
      400,
      () => form((body) => (body.set('image', png()), body.set('response_format', 'b64_json'))),
    ],
    ['JSON', 'invalid_content_type', 400, () => ({ prompt: 'Paint it' })],
    [
      'no prompt',
      'missing_prompt',
      400,
      () => form((body) => (body.delete('prompt'), body.set('image', png()))),
    ],
  ])('with %s are refused as %s', async (_what, code, status, make) => {
    const answer = await post('/v1/images/edits', make());
    expect(answer.json.error.code).toBe(code);
    expect(answer.status).toBe(status);
  });
});
