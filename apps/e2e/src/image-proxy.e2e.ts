import { openAccount, type Account } from '../test/support/accounts';
import { getSharedGateway } from '../test/support/gateway';

const gateway = getSharedGateway();
let account: Account;

beforeAll(async () => {
  account = await openAccount(gateway);
});

async function host(script: string): Promise<string> {
  const prompt = `A gate [[sim:image=${script}]]`;
  const { json } = await gateway.call('/v1/images/generations', {
    bearer: account.key,
    body: { model: 'simulator/image', prompt },
  });
  return json.data[0].url as string;
}

describe('the address of an image', () => {
  it('serves it without authentication, only as an image', async () => {
    const response = await fetch(await host('url'));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600, immutable',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it.each(['page', 'drawing', 'elsewhere', 'packed'])(
    'shows nothing of what is no image: %s',
    async (script) => {
      const response = await fetch(await host(script));
      expect(response.status).toBe(502);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await response.text()).not.toContain('<script');
    },
  );

  it('is cut at 30 MB', async () => {
    const response = await fetch(await host('huge'));
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it('is of no use when it was changed', async () => {
    const url = new URL(await host('url'));
    const token = url.pathname.split('/').at(-1) ?? '';
    const [payload = '', mac = ''] = token.split('.');
    const forged = Buffer.from(
      JSON.stringify({ u: 'https://127.0.0.1/', e: 9_999_999_999, p: 1 }),
    ).toString('base64url');
    for (const other of [`${forged}.${mac}`, `${payload}.${mac}x`, payload, 'x', '%00', '..%2f']) {
      const answer = await gateway.call(`/v1/images/proxy/${other}`);
      expect(answer.status).toBe(404);
    }
  });
});

describe('the list of models that make images', () => {
  it('says what they cost and take', async () => {
    const { json, status } = await gateway.call('/v1/images/models');
    expect(status).toBe(200);
    const listed = json.data.find(({ id }: { id: string }) => id === 'simulator/image');
    expect(listed).toMatchObject({
      pricing: { unit: 'per_image', image: '0.04', prompt: '5', completion: '40' },
      modality: 'text+image->image',
      supported_sizes: ['1024x1024', '1024x1536', '1536x1024'],
      supports_edits: true,
      max_input_images: 8,
    });
  });
});
