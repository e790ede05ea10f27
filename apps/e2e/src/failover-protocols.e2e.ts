import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { openAccount, type Account } from '../test/support/accounts';
import { addRoutedModel, type NewRoute } from '../test/support/add-routes';
import {
  awsCredentials,
  clouds,
  makeCloudKey,
  revokeTokens,
} from '../test/support/cloud-credentials';
import {
  callDialect,
  dialectFaces,
  dialectNames,
  type DialectName,
} from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { protocolModels } from '../test/support/protocol-models';
import { startProvider, type TestProvider } from '../test/support/provider';
import { readGeneration } from '../test/support/read-generation';

const gateway = getSharedGateway();
const suffix = randomBytes(4).toString('hex');
const kinds = ['plain', 'stream'] as const;
type Kind = (typeof kinds)[number];
let account: Account;
let models = 0;

beforeAll(async () => {
  account = await openAccount(gateway);
});

async function addModel(...routes: NewRoute[]): Promise<string> {
  models += 1;
  const id = `wires-${suffix}/model-${models}`;
  await addRoutedModel(gateway, id, routes);
  return id;
}

/** The answer came from the second provider, whole, and was charged once. */
async function expectReplaced(model: string, dialect: DialectName, kind: Kind): Promise<void> {
  const { key: bearer } = account;
  const isStreaming = kind === 'stream';
  const content = '[[sim:tokens=3]]';
  const answer = await callDialect(gateway, dialect, { bearer, model, content, isStreaming });
  const face = dialectFaces[dialect];
  expect({ status: answer.status, errors: face.readErrors(answer.events) }).toEqual({
    status: 200,
    errors: [],
  });
  expect(face.readText(answer).split(' ').filter(Boolean)).toHaveLength(3);
  const usages = face.readUsages(answer);
  expect(usages).toHaveLength(1);
  const generationId = answer.headers.get('x-generation-id') ?? '';
  const record = await readGeneration(gateway, { generationId }, account);
  expect(record).toMatchObject({ provider: 'good', is_failover: true });
  expect(record.attempts.length).toBeGreaterThan(1);
  expect(usages[0]?.costNanos).toBeGreaterThan(0n);
}

/** Before any content; whether it happens to streams alone. */
const faults: readonly [string, string, readonly Kind[]][] = [
  ['answers 500', 'status=500', kinds],
  ['answers 429', 'status=429,retry_after=0', kinds],
  ['does not know the model', 'status=404', kinds],
  ['answers garbage', 'garbage', kinds],
  ['cuts before its content', 'cut_after=0', kinds],
  ['reports a failure before its content', 'error_after=0', ['stream']],
];
const dialects = ['messages', 'responses'] as const;

async function expectAllReplaced(model: string, when: readonly Kind[]): Promise<void> {
  const calls = dialects.flatMap((dialect) => when.map((kind) => ({ dialect, kind })));
  await Promise.all(calls.map(({ dialect, kind }) => expectReplaced(model, dialect, kind)));
}

const cases = protocolModels.flatMap(([protocol]) =>
  faults.map(([what, script, when]) => [protocol, what, script, when] as const),
);

describe('a provider that fails', () => {
  it.each(cases)('over %s and %s is replaced in every dialect', async (...fault) => {
    const [protocol, , script, when] = fault;
    const model = await addModel(
      { provider: 'bad', protocol, script },
      { provider: 'good', protocol },
    );
    await expectAllReplaced(model, when);
  });

  it('over one protocol is replaced by a provider of another', async () => {
    for (const [bad, good] of [
      ['anthropic', 'openai'],
      ['responses', 'gemini'],
      ['gemini', 'anthropic'],
    ] as const) {
      const model = await addModel(
        { provider: 'bad', protocol: bad, script: 'status=503' },
        { provider: 'good', protocol: good },
      );
      await expectAllReplaced(model, kinds);
    }
  });
});

describe('a cloud', () => {
  const expectAnswers = async (model: string): Promise<void> => {
    for (const dialect of dialectNames) {
      for (const isStreaming of [false, true]) {
        const answer = await callDialect(gateway, dialect, {
          bearer: account.key,
          model,
          content: '[[sim:tokens=3]]',
          isStreaming,
        });
        expect([dialect, isStreaming, answer.status]).toEqual([dialect, isStreaming, 200]);
        expect(dialectFaces[dialect].readText(answer)).toBe('The gate opens');
        expect(dialectFaces[dialect].readUsages(answer)).toHaveLength(1);
      }
    }
  };

  it.each(clouds)(
    '%s answers in every dialect, also when its tokens are revoked',
    async (cloud) => {
      const model = await addModel({ provider: 'cloud', ...(await makeCloudKey(gateway, cloud)) });
      await expectAnswers(model);
      await revokeTokens(gateway);
      await expectAnswers(model);
    },
  );

  it('finishes a stream whose token expires, and renews it for the next call', async () => {
    const ask = async (model: string, content: string): Promise<string> => {
      const request = { bearer: account.key, model, content, isStreaming: true };
      const answer = await callDialect(gateway, 'chat', request);
      expect(dialectFaces.chat.readErrors(answer.events)).toEqual([]);
      return dialectFaces.chat.readText(answer);
    };
    const names: string[] = [];
    for (const cloud of ['azure', 'vertex', 'vertex-anthropic'] as const) {
      const key = await makeCloudKey(gateway, cloud, { tokenSeconds: 3 });
      names.push(await addModel({ provider: 'cloud', ...key }));
    }
    // The pieces take longer than the token is valid.
    const slow = '[[sim:tokens=5,chunk_delay_ms=1000]]';
    const texts = await Promise.all(names.map((name) => ask(name, slow)));
    expect(texts.map((text) => text.split(' ').length)).toEqual([5, 5, 5]);
    for (const name of names) expect(await ask(name, '[[sim:tokens=3]]')).toBe('The gate opens');
  });

  it.each([
    ['expired', { sessionToken: 'simulatorExpires1000000000000' }],
    ['wrong', { secretAccessKey: 'anotherSecretAccessKey0' }],
  ])('with %s credentials is replaced', async (_what, changes) => {
    const apiKey = JSON.stringify({ ...awsCredentials, ...changes });
    const model = await addModel(
      { provider: 'bad', protocol: 'bedrock', apiKey },
      { provider: 'good', protocol: 'bedrock' },
    );
    await expectAllReplaced(model, kinds);
  });

  it('whose credentials expire in the middle of a stream ends it with one error', async () => {
    const apiKey = JSON.stringify(awsCredentials);
    const script = 'error_after=2+code=expired_token';
    const model = await addModel({ provider: 'cloud', protocol: 'bedrock', apiKey, script });
    const { key: bearer } = account;
    const content = 'Hello';
    const answer = await callDialect(gateway, 'chat', {
      bearer,
      model,
      content,
      isStreaming: true,
    });
    expect(answer.status).toBe(200);
    expect(dialectFaces.chat.readText(answer)).toBe('The gate');
    expect(dialectFaces.chat.readErrors(answer.events)).toHaveLength(1);
    expect(answer.text).not.toContain('security token');
  });

  it('with credentials that cannot be used is refused when it is entered', async () => {
    const apiKey = JSON.stringify({ ...awsCredentials, region: 'nowhere' });
    const body = { provider: 'cloud', baseUrl: 'https://cloud.test', protocol: 'bedrock', apiKey };
    const path = '/api/admin/provider-keys';
    const { adminToken: bearer } = gateway.credentials();
    const { json, status } = await gateway.call(path, { bearer, body });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      param: 'apiKey',
      message: 'apiKey: region must be like us-east-1',
    });
  });
});

describe('a server that is no provider', () => {
  const servers: Server[] = [];
  const providers: TestProvider[] = [];

  afterAll(() => {
    for (const server of servers) server.close();
    for (const provider of providers) provider.stop();
  });

  it.each(kinds)('since its TLS is garbage is replaced in a %s answer', async (kind) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('this is no handshake\r\n\r\n');
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const baseUrl = `https://127.0.0.1:${port}/v1`;
    const model = await addModel({ provider: 'bad', baseUrl }, { provider: 'good' });
    await expectReplaced(model, 'chat', kind);
  });

  it.each(kinds)('since it sends a byte a second is replaced in a %s answer', async (kind) => {
    const provider = await startProvider((response) => {
      const type = kind === 'stream' ? 'text/event-stream' : 'application/json';
      response.writeHead(200, { 'content-type': type });
      let place = 0;
      const text = `data: ${JSON.stringify({ choices: [], note: 'x'.repeat(500) })}`;
      const timer = setInterval(() => response.write(text[place++ % text.length]), 1_000);
      response.once('close', () => clearInterval(timer));
    });
    providers.push(provider);
    const model = await addModel({ provider: 'bad', baseUrl: provider.url }, { provider: 'good' });
    await expectReplaced(model, 'chat', kind);
  });
});
