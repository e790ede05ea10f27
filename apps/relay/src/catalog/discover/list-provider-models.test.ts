import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createListProviderModels } from './list-provider-models';

let server: Server;
let baseUrl = '';
let profileStatus = 200;
const models = { modelSummaries: [{ modelId: 'amazon.nova-pro' }] };
const profiles = { inferenceProfileSummaries: [{ inferenceProfileId: 'eu.amazon.nova-pro' }] };

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const isProfiles = url.startsWith('/inference-profiles');
    response.statusCode = isProfiles ? profileStatus : 200;
    response.end(JSON.stringify(isProfiles ? profiles : models));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

describe('the models of an account at Amazon Bedrock', () => {
  it.each([
    ['with its inference profiles', 200, ['amazon.nova-pro', 'eu.amazon.nova-pro']],
    ['without them where the key may not list them', 403, ['amazon.nova-pro']],
  ])('are listed %s', async (_name, status, ids) => {
    profileStatus = status;
    const list = createListProviderModels();
    const account = { provider: 'bedrock', protocol: 'bedrock', headers: {} } as const;
    const items = await list({ ...account, base_url: baseUrl, apiKey: 'plain-key-1' });
    expect(items).toEqual(ids.map((id) => ({ id })));
  });

  it('are not listed in part when listing the inference profiles fails', async () => {
    profileStatus = 503;
    const account = { provider: 'bedrock', protocol: 'bedrock', headers: {} } as const;
    const listed = createListProviderModels()({
      ...account,
      base_url: baseUrl,
      apiKey: 'plain-key-1',
    });
    await expect(listed).rejects.toThrow('answered with status 503');
  });
});
