import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { getSharedGateway } from '../test/support/gateway';
import { openOrgDesk, waitForStatus } from '../test/support/org-desk';
import { submitVideo, waitForVideo } from '../test/support/videos';

const gateway = getSharedGateway();
const model = 'simulator/video';
const image = 'https://pictures.example/gate.png';
const video = 'https://videos.invalid/gate.mp4';
const prompt = 'A gate';
let account: Account;

beforeAll(async () => {
  account = await openAccount(gateway, { creditUsd: 50 });
});

async function estimate(bearer: string, body: object): Promise<unknown> {
  const sent = { endpoint: 'videos', model, prompt, ...body };
  return (await gateway.call('/v1/estimate', { bearer, body: sent })).json.reserve;
}

async function readReserved(bearer: string): Promise<unknown> {
  return (await gateway.call('/v1/credits', { bearer })).json.data.reserved;
}

describe('what a video job holds', () => {
  // A tenth of a dollar for a second, half of it in 480p, twice in 1080p, half as much again with
  // sound; the longest video of the model has 15 seconds.
  const cases: readonly [string, object, number][] = [
    ['the default of the model', {}, 0.5],
    ['seconds under another name', { seconds: '8' }, 0.8],
    ['a dearer resolution', { duration: 4, resolution: '1080p' }, 0.8],
    ['the same by its size', { duration: 4, size: '1920x1080' }, 0.8],
    ['a cheaper one with sound', { duration: 4, resolution: '480p', generate_audio: true }, 0.3],
    ['a frame', { duration: 4, input_image: image }, 0.4],
    ['two frames', { duration: 4, frame_images: [image, image] }, 0.4],
    ['references', { duration: 4, input_references: [image] }, 0.4],
    ['an input that cannot be measured', { duration: 5, input_video: video }, 2],
  ];

  it('is what its estimate said, and what it costs', async () => {
    const told = await Promise.all(
      cases.map(async ([name, body]) => {
        const { key: bearer } = await openAccount(gateway, { creditUsd: 5 });
        const estimated = await estimate(bearer, body);
        const { json, status } = await submitVideo(gateway, {
          bearer,
          body: { duration: undefined, ...body },
          script: 'running_ms=5000',
        });
        const held = await readReserved(bearer);
        const job = await waitForVideo(gateway, { bearer, id: json.id as string });
        return [name, estimated, status, held, job.usage.cost, await readReserved(bearer)];
      }),
    );
    expect(told).toEqual(
      cases.map(([name, , reserve]) => [name, reserve, 202, reserve, reserve, 0]),
    );
  });
});

describe('a video model', () => {
  it.each([
    ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Hello' }] }],
    ['/v1/images/generations', { prompt }],
  ])('is not for %s', async (path, body) => {
    const { json, status } = await gateway.call(path, {
      bearer: account.key,
      body: { model, ...body },
    });
    expect([status, json.error.code]).toEqual([400, 'wrong_endpoint_for_video']);
  });

  it.each([
    ['was retired', 410, 'model_retired'],
    ['has no price', 400, 'model_not_priced'],
  ])('that %s makes nothing', async (name, status, code) => {
    const id = `film/${name.replaceAll(' ', '-')}`;
    const isRetired = code === 'model_retired';
    const document = { kind: 'video', ...(isRetired ? {} : { prices: {} }) };
    const prices = { videoSecond: '0.1' };
    await addModel(gateway, { id, prices, document, protocol: 'openai-videos' });
    if (isRetired)
      await gateway.operate(`/api/admin/models/${encodeURIComponent(id)}/retire`, {
        body: { effectiveDate: '2020-01-01' },
      });
    const submit = () => submitVideo(gateway, { bearer: account.key, body: { model: id } });
    expect((await waitForStatus(submit, status)).json.error.code).toBe(code);
  });

  it('over a text protocol has no candidate', async () => {
    const document = { kind: 'video' };
    await addModel(gateway, { id: 'film/text', prices: { videoSecond: '0.1' }, document });
    const { status } = await submitVideo(gateway, {
      bearer: account.key,
      body: { model: 'film/text' },
    });
    expect(status).toBe(503);
  });
});

describe('an organization', () => {
  it('says which callers may make videos, and with which models', async () => {
    const desk = await openOrgDesk(gateway);
    const bearer = await desk.makeKey();
    const submit = () => submitVideo(gateway, { bearer });
    expect((await submit()).status).toBe(202);
    await desk.set('/allowed-models', { allowedModels: ['simulator/chat'] });
    const { json } = await waitForStatus(submit, 403);
    expect(json.error.code).toBe('model_not_allowed');
  });
});
