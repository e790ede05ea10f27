import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

interface Reply {
  readonly status: number;
  readonly body: Json;
}

export interface FakeSession extends Json {
  readonly id: string;
  readonly amount_total: number;
  readonly currency: string;
  readonly payment_intent: string | null;
}

/** A payment without the payer. */
export interface FakePayment extends Json {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string;
  readonly status: string;
  readonly metadata: Json;
}

export interface FakeStripe {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Checkouts in the order they were opened. */
  readonly sessions: Map<string, FakeSession>;
  readonly refunds: Json[];
  /** Payments without the payer, with the names of the detached cards. */
  readonly payments: FakePayment[];
  readonly detached: string[];
  /** Refuses the next payments without the payer with these codes, in order. */
  readonly declines: string[];
  /** Carries out so many of the next payments without the payer, and never answers them. */
  lostReplies: number;
  /** Path, body and idempotency key of every call. */
  readonly calls: { path: string; form: URLSearchParams; key: string | undefined }[];
  /** Answers the next calls with this status, in order. */
  readonly failures: number[];
  /** An event about a checkout as Stripe would send it: the body and its signature header. */
  readonly makeEvent: (
    type: string,
    session: Json,
    options?: { secret?: string; atSeconds?: number },
  ) => { body: string; signature: string };
  readonly stop: () => Promise<void>;
}

/** What a service is given to use it. */
export const fakeStripeKeys = { secretKey: 'sk_test_fake', webhookSecret: 'whsec_fake' } as const;

/** The wire format of the Stripe API: forms in, objects out, signed events. */
export async function startFakeStripe(port = 0): Promise<FakeStripe> {
  const answersByKey = new Map<string, Reply>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  const fake: FakeStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...fakeStripeKeys,
    sessions: new Map(),
    refunds: [],
    payments: [],
    detached: [],
    declines: [],
    lostReplies: 0,
    calls: [],
    failures: [],
    makeEvent: (type, session, { secret = fakeStripeKeys.webhookSecret, atSeconds } = {}) => {
      const body = JSON.stringify(makeEvent(type, session), null, 2);
      const t = atSeconds ?? Math.floor(Date.now() / 1_000);
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
      return { body, signature: `t=${t},v1=${v1},v0=${'0'.repeat(64)}` };
    },
    stop: () => stop(server),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readText(request));
    const path = `${request.method} ${request.url}`;
    const key = request.headers['idempotency-key'] as string | undefined;
    fake.calls.push({ path, form, key });
    const kept = key === undefined ? undefined : answersByKey.get(key);
    const failure = fake.failures.shift();
    const reply =
      failure === undefined
        ? (kept ?? route(fake, path, form, request.headers.authorization))
        : fail(failure, 'api_error', 'Something went wrong');
    if (key !== undefined && reply.status < 500) answersByKey.set(key, reply);
    if (path === 'POST /v1/payment_intents' && fake.lostReplies > 0) {
      fake.lostReplies -= 1;
      response.destroy();
      return;
    }
    response.writeHead(reply.status, { 'content-type': 'application/json', 'request-id': 'req_x' });
    response.end(JSON.stringify(reply.body));
  }

  return fake;
}

function route(
  fake: FakeStripe,
  path: string,
  form: URLSearchParams,
  authorization: string | undefined,
): Reply {
  if (authorization !== `Bearer ${fake.secretKey}`) {
    return fail(401, 'invalid_request_error', 'Invalid API Key provided');
  }
  if (path === 'POST /v1/checkout/sessions') return openSession(fake, form);
  if (path === 'POST /v1/refunds') return giveBack(fake, form);
  if (path === 'POST /v1/payment_intents') return charge(fake, form);
  if (path.startsWith('GET /v1/payment_intents?')) return listPayments(fake, path);
  const method = /^POST \/v1\/payment_methods\/(\w+)\/detach$/.exec(path)?.[1];
  if (method !== undefined) return detach(fake, method);
  return find(fake, path);
}

function find(fake: FakeStripe, path: string): Reply {
  const paymentId = /^GET \/v1\/payment_intents\/(\w+)(\?|$)/.exec(path)?.[1];
  if (paymentId !== undefined) return describePayment(fake, paymentId);
  const session = fake.sessions.get(/^GET \/v1\/checkout\/sessions\/(\w+)$/.exec(path)?.[1] ?? '');
  return session ? { status: 200, body: session } : fail(404, 'invalid_request_error', 'No such');
}

function describePayment(fake: FakeStripe, id: string): Reply {
  const automatic = fake.payments.find((payment) => payment.id === id);
  if (automatic !== undefined) return { status: 200, body: automatic };
  const session = [...fake.sessions.values()].find(({ payment_intent }) => payment_intent === id);
  if (session === undefined) return fail(404, 'invalid_request_error', 'No such payment_intent');
  const { amount_total: amount, currency, customer, metadata, setup_future_usage } = session;
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 };
  const payment_method = { id: `pm_${id}`, object: 'payment_method', type: 'card', card };
  const saved = { customer, setup_future_usage, payment_method };
  return {
    status: 200,
    body: { id, object: 'payment_intent', amount, currency, metadata, ...saved },
  };
}

function detach(fake: FakeStripe, id: string): Reply {
  fake.detached.push(id);
  return { status: 200, body: { id, object: 'payment_method', customer: null } };
}

/** Off session: it succeeds, or the card is refused. */
function charge(fake: FakeStripe, form: URLSearchParams): Reply {
  const customer = form.get('customer') ?? '';
  const method = form.get('payment_method') ?? '';
  const isComplete = form.get('off_session') === 'true' && form.get('confirm') === 'true';
  if (!isComplete || customer === '' || method === '' || fake.detached.includes(method)) {
    return fail(400, 'invalid_request_error', 'No such payment_method');
  }
  const code = fake.declines.shift();
  const payment: FakePayment = {
    id: `pi_${randomBytes(8).toString('hex')}`,
    object: 'payment_intent',
    amount: Number(form.get('amount')),
    created: Math.floor(Date.now() / 1_000),
    currency: form.get('currency') ?? '',
    customer,
    metadata: {
      topup_id: form.get('metadata[topup_id]'),
      origin: form.get('metadata[origin]'),
    },
    payment_method: method,
    ...describeOutcome(code, Number(form.get('amount'))),
  };
  fake.payments.push(payment);
  if (code === undefined) return { status: 200, body: payment };
  const error = { type: 'card_error', code, message: 'Your card was refused.' };
  return { status: 402, body: { error: { ...error, payment_intent: payment } } };
}

function describeOutcome(code: string | undefined, amount: number) {
  if (code === undefined) {
    return { status: 'succeeded', amount_received: amount, last_payment_error: null };
  }
  const last_payment_error = { type: 'card_error', code };
  return { status: 'requires_payment_method', amount_received: 0, last_payment_error };
}

function listPayments(fake: FakeStripe, path: string): Reply {
  const query = new URLSearchParams(path.slice(path.indexOf('?')));
  const data = fake.payments.filter(({ customer }) => customer === query.get('customer'));
  return { status: 200, body: { object: 'list', data: data.toReversed(), has_more: false } };
}

function openSession(fake: FakeStripe, form: URLSearchParams): Reply {
  let total = 0;
  for (let line = 0; form.has(`line_items[${line}][quantity]`); line++) {
    total += Number(form.get(`line_items[${line}][price_data][unit_amount]`));
  }
  const id = `cs_test_${randomBytes(8).toString('hex')}`;
  const session: FakeSession = {
    id,
    object: 'checkout.session',
    amount_subtotal: total,
    amount_total: total,
    cancel_url: form.get('cancel_url'),
    client_reference_id: form.get('client_reference_id'),
    created: Math.floor(Date.now() / 1_000),
    currency: form.get('line_items[0][price_data][currency]') ?? '',
    customer: form.get('customer_creation') === 'always' ? `cus_${id}` : null,
    setup_future_usage: form.get('payment_intent_data[setup_future_usage]'),
    expires_at: Number(form.get('expires_at')),
    livemode: false,
    metadata: { topup_id: form.get('metadata[topup_id]') },
    mode: form.get('mode'),
    payment_intent: `pi_${id}`,
    payment_status: 'unpaid',
    status: 'open',
    success_url: form.get('success_url'),
    url: `https://checkout.stripe.com/c/pay/${id}`,
  };
  fake.sessions.set(id, session);
  return { status: 200, body: session };
}

function giveBack(fake: FakeStripe, form: URLSearchParams): Reply {
  const payment = form.get('payment_intent');
  if (fake.refunds.some((refund) => refund['payment_intent'] === payment)) {
    return fail(400, 'invalid_request_error', 'Already refunded', 'charge_already_refunded');
  }
  const refund = {
    id: `re_${randomBytes(8).toString('hex')}`,
    object: 'refund',
    amount: Number(form.get('amount')),
    payment_intent: payment,
    status: 'succeeded',
  };
  fake.refunds.push(refund);
  return { status: 200, body: refund };
}
function fail(status: number, type: string, message: string, code?: string): Reply {
  return { status, body: { error: { type, message, ...(code === undefined ? {} : { code }) } } };
}

function makeEvent(type: string, session: Json): Json {
  return {
    id: `evt_${randomBytes(8).toString('hex')}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1_000),
    data: { object: session },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
