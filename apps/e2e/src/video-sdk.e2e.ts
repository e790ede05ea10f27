import OpenAI, { toFile } from 'openai';
import { waitUntil } from '@tollgate/testing';
import { openAccount } from '../test/support/accounts';
import { getSharedGateway } from '../test/support/gateway';
import { videoModels } from '../test/support/videos';

const gateway = getSharedGateway();
let client: OpenAI;

beforeAll(async () => {
  const { key } = await openAccount(gateway);
  client = new OpenAI({ apiKey: key, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
});

/** The SDK knows the models of OpenAI only. */
type Model = OpenAI.VideoModel;

describe.each(videoModels)('the OpenAI SDK with %s', (id) => {
  const model = id as Model;

  it('makes a video, follows it and downloads it', async () => {
    const made = await client.videos.create({
      model,
      prompt: 'A gate in the rain',
      seconds: '4',
      size: '1280x720',
    });
    expect(made.id).toMatch(/^vjob_/);
    const video = await waitUntil(
      async () => {
        const found = await client.videos.retrieve(made.id);
        return (found.status as string) === 'completed' ? found : undefined;
      },
      { timeoutMs: 30_000, pollMs: 100, what: 'the video' },
    );
    expect(video).toMatchObject({ model, progress: 100 });
    const content = await client.videos.downloadContent(made.id);
    const bytes = Buffer.from(await content.arrayBuffer());
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
  });
});

describe('the OpenAI SDK', () => {
  it('gets an error that says what to do instead of sending a file', async () => {
    const file = await toFile(Buffer.alloc(1_000), 'frame.png', { type: 'image/png' });
    const model = videoModels[0] as Model;
    const creating = client.videos.create({ model, prompt: 'A gate', input_reference: file });
    await expect(creating).rejects.toMatchObject({
      status: 400,
      code: 'unsupported_param',
      param: 'input_reference',
      message: expect.stringContaining('public https address') as string,
    });
  });

  it('may name a first frame by its address', async () => {
    const made = await client.videos.create({
      model: videoModels[0],
      prompt: 'A gate',
      seconds: '4',
      input_reference: { image_url: 'https://pictures.example/gate.png' },
    });
    expect(made.status).toBe('pending');
  });
});
