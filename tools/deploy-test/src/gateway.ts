import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A parsed answer; what it must be is said where it is read. */
export type Json = Readonly<Record<string, unknown>>;

export interface GatewayCall {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly bearer?: string;
  readonly cookie?: string;
  /** The address of the client, as the proxy before the edge says it. */
  readonly clientAddress?: string;
  /** An object is sent as JSON, a form as it is. */
  readonly body?: Json | FormData;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly json: Json;
}

export interface Account {
  readonly userId: string;
  readonly cookie: string;
  /** The secret of a standard key. */
  readonly key: string;
}

export interface Gateway {
  /** One call with whatever it answers; rejects when the connection breaks. */
  readonly call: (path: string, call?: GatewayCall) => Promise<GatewayAnswer>;
  /** As the operator; an answer that is not 2xx is an error. */
  readonly operate: (path: string, call?: GatewayCall) => Promise<GatewayAnswer>;
}

/** The connection broke after the status had come. */
export class CutAnswerError extends Error {}

const callTimeoutMs = 40_000;
const availableTriesMax = 60;
const unavailable = 503;

export function createGateway(baseUrl: string, adminToken: string): Gateway {
  const call: Gateway['call'] = async (path, given = {}) => {
    const { bearer, body, clientAddress, cookie } = given;
    const response = await fetch(`${baseUrl}${path}`, {
      method: given.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body === undefined || body instanceof FormData
          ? {}
          : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(clientAddress === undefined ? {} : { 'x-real-ip': clientAddress }),
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    const bytes = await readBody(response);
    return { status: response.status, headers: response.headers, bytes, json: parseJson(bytes) };
  };
  return {
    call,
    operate: async (path, given = {}) =>
      demand(await untilAvailable(() => call(path, { ...given, bearer: adminToken })), path),
  };
}

async function readBody(response: Response): Promise<Buffer> {
  try {
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new CutAnswerError('the answer was cut', { cause: error });
  }
}

/** Services that have just started may need a moment to find each other. */
export async function untilAvailable(send: () => Promise<GatewayAnswer>): Promise<GatewayAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (answer.status !== unavailable || tries === availableTriesMax) return answer;
    await sleep(500);
  }
}

/** The answer, if it is 2xx. */
export function demand(answer: GatewayAnswer, what: string): GatewayAnswer {
  const { bytes, status } = answer;
  if (status >= 200 && status < 300) return answer;
  throw new Error(`${what} answered ${status}: ${bytes.toString('utf8').slice(0, 300)}`);
}

/** Signs up, confirms the address as the operator, and makes a key. */
export async function openAccount(gateway: Gateway, creditUsd: number): Promise<Account> {
  const email = `user-${randomBytes(8).toString('hex')}@example.com`;
  const password = randomBytes(16).toString('base64url');
  const body = { email, password, name: 'Ada' };
  const path = '/api/auth/signup';
  // Sign-ups are limited for each address.
  const clientAddress = `198.18.${randomInt(256)}.${randomInt(256)}`;
  const send = () => gateway.call(path, { body, clientAddress });
  const signUp = demand(await untilAvailable(send), 'the sign-up');
  const userId = String((signUp.json['user'] as Json)['id']);
  const cookie = signUp.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const patch = { method: 'PATCH', body: { emailVerified: true } } as const;
  await gateway.operate(`/api/admin/users/${userId}`, patch);
  if (creditUsd > 0) {
    const grant = { userId, amountUsd: creditUsd, reason: 'test' };
    await gateway.operate('/api/admin/credits/grants', { body: grant });
  }
  const makeKey = () => gateway.call('/api/account/keys', { cookie, body: { name: 'test' } });
  const { json } = demand(await untilAvailable(makeKey), 'a new key');
  return { userId, cookie, key: String(json['key']) };
}

function parseJson(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString('utf8')) as Json;
  } catch {
    return {};
  }
}
