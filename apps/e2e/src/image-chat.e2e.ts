import OpenAI from 'openai';
import { openAccount, type Account } from '../test/support/accounts';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { getSharedGateway } from '../test/support/gateway';
import { tinyPng } from '../test/support/image-recipes';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const dataUri = `data:image/png;base64,${tinyPng.toString('base64')}`;
const models = ['simulator/image-chat', 'simulator/image-gemini', 'simulator/image'] as const;
let account: Account;
let client: OpenAI;

beforeAll(async () => {
  account = await openAccount(gateway);
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
});

const image = (url: string): object => ({ type: 'image_url', image_url: { url } });
const text = { type: 'text', text: 'Paint it red' };

function ask(fields: object, content: unknown = 'A gate'): Promise<ApiAnswer> {
  const body = { messages: [{ role: 'user', content }], modalities: ['image', 'text'], ...fields };
  return gateway.call('/v1/chat/completions', { bearer: account.key, body });
}

async function readType(url: string): Promise<string | null> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.headers.get('content-type');
}

describe.each(models)('a chat that makes images with %s', (model) => {
  it('shows them beside its words', async () => {
    const { json, status } = await ask({ model });
    expect(status).toBe(200);
    const [choice] = json.choices as Json[];
    expect(choice.message.images).toEqual([
      {
        type: 'image_url',
        image_url: { url: expect.stringContaining('/v1/images/proxy/') },
        index: 0,
      },
    ]);
    expect(await readType(choice.message.images[0].image_url.url)).toBe('image/png');
    expect(json.usage.cost).toBeGreaterThan(0.03);
  });

  it('streams chunks that the SDK reads, and events that know images', async () => {
    const stream = await client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'A gate' }],
      stream: true,
      ...({ modalities: ['image', 'text'] } as object),
    });
    const chunks: Json[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.every((chunk) => chunk.choices === undefined || chunk.choices.length === 1)).toBe(
      true,
    );
    const shown = chunks.filter((chunk) => chunk.choices?.[0]?.delta.images !== undefined);
    expect(shown).toHaveLength(1);
    const ended = chunks.filter((chunk) => chunk.choices?.[0]?.finish_reason === 'stop');
    expect(ended).toHaveLength(1);
    expect(ended[0]).toMatchObject({ imageCount: 1, usage: { cost: expect.any(Number) } });

    const raw = await ask({ model, stream: true });
    const names = [...raw.text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    expect(names).toEqual(['image', 'image-cached', 'usage', 'done']);
    expect(raw.text.endsWith('event: done\ndata: {"type":"done"}\n\ndata: [DONE]\n\n')).toBe(true);
  });

  it('starts from images', async () => {
    await resetSimulator(gateway, true);
    const { json, status } = await ask({ model }, [text, image(dataUri)]);
    expect(json.error).toBeUndefined();
    expect(status).toBe(200);
    const { calls } = await readSimulatedCalls(gateway);
    const sent = calls.at(-1)?.request?.body ?? '';
    expect(sent).toContain(model === 'simulator/image' ? '"files"' : tinyPng.toString('base64'));
  });
});

describe('images that others are made from', () => {
  const model = models[0];
  const eight = Array.from({ length: 8 }, () => image(dataUri));
  const large = `data:image/png;base64,${'A'.repeat(14 * 1024 * 1024)}`;

  it('may be eight', async () => {
    expect((await ask({ model }, [text, ...eight])).status).toBe(200);
  });

  it.each<[string, string, unknown]>([
    ['nine', 'too_many_images', [text, ...eight, image(dataUri)]],
    ['one over http', 'invalid_image_url', [text, image('http://a.example/b.png')]],
    ['one of ours', 'invalid_image_url', [text, image('https://127.0.0.1/b.png')]],
    ['one without words', 'missing_prompt', [image(dataUri)]],
    ['a drawing', 'invalid_image_type', [text, image('data:image/svg+xml;base64,PHN2Zz4=')]],
  ])('but not %s: %s', async (_what, code, content) => {
    const { json, status } = await ask({ model }, content);
    expect(status).toBe(400);
    expect(json.error.code).toBe(code);
  });

  it('are no larger than 10 MB, and then the body is too large as well', async () => {
    expect((await ask({ model }, [text, image(large)])).status).toBe(413);
  });

  it('are not taken by a model that makes none, nor made by one that cannot', async () => {
    const { json } = await ask({ model: 'simulator/chat' });
    expect(json.error.code).toBe('invalid_modality_for_model');
  });
});
