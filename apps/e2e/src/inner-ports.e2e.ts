import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { credentials as channelCredentials, status, type ServiceError } from '@grpc/grpc-js';
import { Secret } from '@tollgate/config';
import {
  AuthServiceClient,
  CatalogServiceClient,
  OrgsServiceClient,
  WalletServiceClient,
} from '@tollgate/contracts';
import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { callUnary, createGrpcClient } from '@tollgate/rpc';
import { openAccount } from '../test/support/accounts';
import { callApi, type ApiAnswer } from '../test/support/api-call';
import { simulatorModel } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { startRequestTap, type RequestTap, type TappedRequest } from '../test/support/request-tap';
import { makeRedisUrl, startSecondEdge, type SecondEdge } from '../test/support/second-edge';

const gateway = getSharedGateway();
const deadlineMs = 5_000;

const answerMs = 5_000;
const silenceMs = 500;

/** What comes back for some bytes, until the peer is silent after it or closes. */
async function talk(host: string, port: number, text: string): Promise<string> {
  const socket = connect({ host, port });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    socket.setTimeout(silenceMs);
  });
  socket.setTimeout(answerMs, () => socket.destroy());
  socket.on('error', (error: NodeJS.ErrnoException) => (answer ||= error.code ?? 'failed'));
  socket.on('connect', () => socket.write(text));
  await new Promise((resolve) => socket.on('close', resolve));
  return answer;
}

describe('another process on the machine', () => {
  it('gets no answer from inner gRPC without the credential of a service', async () => {
    const address = `127.0.0.1:${gateway.portOf('billing-grpc')}`;
    const client = new WalletServiceClient(address, channelCredentials.createInsecure());
    const { userId } = await openAccount(gateway);
    const error = await new Promise<ServiceError | null>((resolve) => {
      client.getWallet({ walletId: userId }, (caught) => resolve(caught));
    });
    client.close();
    expect(error?.code).toBe(status.UNAUTHENTICATED);
  });

  it('gets no answer from any of them with a wrong credential', async () => {
    const makeOptions = (name: string) => ({
      address: `127.0.0.1:${gateway.portOf(`${name}-grpc`)}`,
      credential: { secret: new Secret('a credential of no service') },
      logger: silentLogger,
    });
    const auth = createGrpcClient(AuthServiceClient, makeOptions('auth'));
    const billing = createGrpcClient(WalletServiceClient, makeOptions('billing'));
    const relay = createGrpcClient(CatalogServiceClient, makeOptions('relay'));
    const orgs = createGrpcClient(OrgsServiceClient, makeOptions('orgs'));
    const options = { deadlineMs, requestId: 'req_1' };
    const calls = [
      callUnary(auth.countUsers.bind(auth), {}, options),
      callUnary(billing.getWallet.bind(billing), { walletId: 'user_1' }, options),
      callUnary(relay.listModels.bind(relay), { pageSize: 1, pageToken: '', search: '' }, options),
      callUnary(orgs.getOrganization.bind(orgs), { orgId: 'org_1' }, options),
    ];
    // To a client it would be a fault of ours; what the service said is in the cause.
    const refused = { status: 'rejected', reason: { cause: { code: status.UNAUTHENTICATED } } };
    expect(await Promise.allSettled(calls)).toMatchObject(calls.map(() => refused));
    [auth, billing, relay, orgs].forEach((client) => client.close());
  });

  it('gets nothing out of Redis without its password', async () => {
    const { port } = new URL(gateway.credentials().redisUrl);
    const answer = await talk('127.0.0.1', Number(port), 'KEYS *\r\n');
    expect(answer).toMatch(/^-NOAUTH/);
  });

  it('gets at keys of one service only with the password of that service', async () => {
    const connect = async (url: string): Promise<Redis> => {
      const redis = createRedis({ url, name: 'inner-ports', logger: silentLogger });
      await redis.connect();
      return redis;
    };
    const admin = await connect(gateway.credentials().redisUrl);
    const edge = await connect(makeRedisUrl(gateway, 'edge'));
    try {
      await expect(edge.get('till:epoch')).rejects.toThrow('NOPERM');
      await expect(edge.keys('*')).rejects.toThrow('NOPERM');
      await expect(edge.flushall()).rejects.toThrow('NOPERM');
      // The services have started and served calls, and were refused nothing.
      const refused = (await admin.call('ACL', 'LOG')) as unknown[][];
      const ofServices = refused.filter((entry) => !entry.join(' ').includes('name=inner-ports'));
      expect(ofServices).toEqual([]);
    } finally {
      admin.disconnect();
      edge.disconnect();
    }
  });

  it('finds every inner port on loopback alone', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((found) => found?.family === 'IPv4' && !found.internal)?.address;
    // A machine without a network has nothing to be found on.
    if (outside === undefined) return;
    const parts = ['auth', 'billing', 'orgs', 'relay', 'video', 'audit'].flatMap((name) => [
      `${name}-http`,
      `${name}-internal`,
      ...(name === 'audit' || name === 'video' ? [] : [`${name}-grpc`]),
    ]);
    const { redisUrl, databaseUrl } = gateway.credentials();
    const ports = [
      ...parts.map((part) => gateway.portOf(part)),
      ...[redisUrl, databaseUrl].map((url) => Number(new URL(url).port)),
    ];
    const answers = await Promise.all(ports.map((port) => talk(outside, port, '\r\n')));
    expect(answers).toEqual(ports.map(() => 'ECONNREFUSED'));
  });
});

describe('a request of the edge that was overheard', () => {
  const chat = '/v1/chat/completions';
  const body = { model: simulatorModel, max_tokens: 5, messages: [{ role: 'user', content: 'a' }] };
  const credits = '/v1/credits';
  let key = '';
  let second: SecondEdge | undefined;
  const taps: RequestTap[] = [];

  beforeAll(async () => {
    key = (await openAccount(gateway)).key;
    for (let count = 0; count < 2; count++) taps.push(await startRequestTap());
    const [billing, relay] = taps;
    second = await startSecondEdge(gateway, { billingUrl: billing?.url, relayUrl: relay?.url });
  });
  afterAll(async () => {
    await second?.stop();
    for (const tap of taps) await tap.stop();
  });

  /** One call through an edge whose billing and relay only listen. */
  async function overhear(owner: 'billing' | 'relay'): Promise<TappedRequest> {
    await second?.gateway.call(...(owner === 'relay' ? callOf(chat, body) : callOf(credits)));
    const heard = taps[owner === 'relay' ? 1 : 0]?.requests.at(-1);
    if (heard === undefined) throw new Error('nothing was overheard');
    return heard;
  }
  const callOf = (path: string, sent?: unknown) =>
    [path, { bearer: key, ...(sent === undefined ? {} : { body: sent }) }] as const;

  /** Of the head of a request only what proves the caller; the body is the thief's own. */
  const replay = (
    owner: 'auth' | 'billing' | 'relay',
    path: string,
    { headers }: TappedRequest,
    call: { readonly body?: unknown; readonly changed?: Record<string, string> } = {},
  ): Promise<ApiAnswer> =>
    callApi(`http://127.0.0.1:${gateway.portOf(`${owner}-http`)}${path}`, {
      body: call.body,
      headers: {
        'x-tollgate-identity': headers['x-tollgate-identity'] ?? '',
        'x-tollgate-seal': headers['x-tollgate-seal'] ?? '',
        ...call.changed,
      },
    });

  it('is accepted by the service once', async () => {
    const [read, call] = [await overhear('billing'), await overhear('relay')];
    expect((await replay('billing', credits, read)).status).toBe(200);
    expect((await replay('relay', chat, call, { body })).status).toBe(200);
    expect((await replay('billing', credits, read)).status).toBe(401);
    expect((await replay('relay', chat, call, { body })).status).toBe(401);
  });

  it('is refused for another route, by another service, and changed', async () => {
    const [read, call] = [await overhear('billing'), await overhear('relay')];
    const changed = { 'x-tollgate-seal': '' };
    const refused = [
      await replay('billing', '/v1/usage', read),
      await replay('billing', `${credits}?x=1`, read),
      await replay('billing', credits, call),
      await replay('auth', '/v1/key', read),
      await replay('auth', credits, read),
      await replay('relay', chat, read, { body }),
      await replay('relay', '/v1/responses', call, { body }),
      await replay('relay', '/v1/models', call),
      await replay('relay', chat, call, { body, changed }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
    // None of these was its one use.
    expect((await replay('billing', credits, read)).status).toBe(200);
  });
});

describe('a forged session', () => {
  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');

  it('is refused, whatever it claims', async () => {
    const { cookie, userId } = await openAccount(gateway);
    const [name = '', token = ''] = cookie.split('=');
    const claims = encode({ sub: userId, role: 'operator', exp: 9_999_999_999 });
    const flipped = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      `${encode({ alg: 'HS256', kid: '../../../../dev/null' })}.${claims}.AAAA`,
      flipped,
      token.slice(0, -1),
      `${token}A`,
      '',
      `${token}%00`,
    ];
    for (const value of forged) {
      const answer = await gateway.call('/api/account', { cookie: `${name}=${value}` });
      expect([value, answer.status]).toEqual([value, 401]);
    }
    expect((await gateway.call('/api/account', { cookie })).status).toBe(200);
  });
});
