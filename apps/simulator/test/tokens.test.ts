import {
  parseAzureCredentials,
  parseGoogleCredentials,
  type TokenExchange,
} from '@tollgate/cloud-auth';
import { waitUntil } from '@tollgate/testing';
import { tokenDesk } from '../src/domain/token-desk';
import { startSimulator, type Reply, type SimulatorUnderTest } from './start-simulator';

let simulator: SimulatorUnderTest;
let aheadMs = 0;

beforeAll(async () => {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  simulator = await startSimulator();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await simulator.stop();
});

function exchangeEntra(tenantId: string): TokenExchange {
  const application = {
    tenantId,
    clientId: '11111111-2222-3333-4444-555555555555',
    clientSecret: 'simulatorClientSecret00',
    authorityHost: simulator.baseUrl,
  };
  const { proof } = parseAzureCredentials(JSON.stringify(application), simulator.baseUrl);
  if (proof.kind !== 'entra') throw new Error('no application');
  return proof.exchange;
}

function exchangeGoogle(path: string): TokenExchange {
  const file = { ...tokenDesk.describeServiceAccount(), token_uri: simulator.baseUrl + path };
  const credentials = parseGoogleCredentials(JSON.stringify(file), simulator.baseUrl);
  if (credentials === undefined) throw new Error('no service account');
  return credentials.exchange;
}

async function getToken({ makeForm, url }: TokenExchange): Promise<Record<string, unknown>> {
  const body = new URLSearchParams(makeForm(Date.now()));
  return (await (await fetch(url, { method: 'POST', body })).json()) as Record<string, unknown>;
}

const slow = 'Hello [[sim:tokens=4,chunk_delay_ms=200]]';
const clouds: [string, () => TokenExchange, string, object][] = [
  [
    'Azure',
    () => exchangeEntra('simulator-tenant'),
    '/openai/deployments/chat/chat/completions',
    { model: 'chat', stream: true, messages: [{ role: 'user', content: slow }] },
  ],
  [
    'Vertex AI',
    () => exchangeGoogle('/token'),
    '/v1/publishers/google/models/gemini:streamGenerateContent?alt=sse',
    { contents: [{ role: 'user', parts: [{ text: slow }] }] },
  ],
  [
    'Claude on Vertex AI',
    () => exchangeGoogle('/token'),
    '/v1/publishers/anthropic/models/claude:streamRawPredict',
    {
      anthropic_version: 'vertex-2023-10-16',
      stream: true,
      max_tokens: 50,
      messages: [{ role: 'user', content: slow }],
    },
  ],
];

describe('a token of a cloud', () => {
  it('is valid for an hour, or as long as its address says', async () => {
    expect(await getToken(exchangeEntra('simulator-tenant'))).toMatchObject({ expires_in: 3_600 });
    expect(await getToken(exchangeGoogle('/token'))).toMatchObject({ expires_in: 3_600 });
    expect(await getToken(exchangeEntra('expires-in-5'))).toMatchObject({ expires_in: 5 });
    expect(await getToken(exchangeGoogle('/expires-in-5/token'))).toMatchObject({ expires_in: 5 });
  });

  it.each(clouds)('of %s may expire in a stream, but begins no other', async (...cloud) => {
    const [, exchange, path, body] = cloud;
    const { access_token: token } = await getToken(exchange());
    const send = (key: unknown): Promise<Reply> => simulator.send({ path, body, key: String(key) });
    const { total } = await simulator.getCalls();
    const stream = send(token);
    const hasBegun = async (): Promise<boolean> => (await simulator.getCalls()).total > total;
    await waitUntil(hasBegun, { timeoutMs: 20_000, what: 'the stream' });
    aheadMs += 3_600_000;
    const { isComplete, status, text } = await stream;
    expect({ isComplete, status }).toEqual({ isComplete: true, status: 200 });
    expect(text).toContain('opens');
    expect(await send(token)).toMatchObject({ status: 401 });
    const { access_token: renewed } = await getToken(exchange());
    expect(await send(renewed)).toMatchObject({ status: 200 });
  });
});
