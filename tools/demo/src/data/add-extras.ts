import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  textField,
  type ApiClient,
  type DemoAccount,
  type StackCredentials,
} from '@tollgate/embedded';
import { waitUntil } from '@tollgate/testing';
import { signIn, type SessionHeaders } from './sign-in';

const domain = 'campus.edu';
const students = ['emmy', 'niels', 'lise'];
const refused = 402;
const notFound = 404;
const invoicedCalls = 5;
const monthMs = 30 * 86_400_000;
const chat = { model: 'simulator/chat', messages: [{ role: 'user', content: 'A question' }] };

interface Extras {
  readonly call: ApiClient;
  readonly credentials: StackCredentials;
  readonly demo: DemoAccount;
  readonly orgId: string;
  /** The session of the demo account. */
  readonly headers: SessionHeaders;
}

/** One thing each for the pages that a month of calls leaves empty. */
export async function addExtras(call: ApiClient, credentials: StackCredentials): Promise<void> {
  const { demo, org } = credentials;
  if (demo === undefined || org === undefined) throw new Error('the stack has no demo account');
  const { email, password } = demo;
  const headers = await signIn(call, '/api/auth/login', { email, password });
  const extras = { call, credentials, demo, orgId: org.id, headers };
  const videoPath = await addVideo(extras);
  await addToAccount(extras);
  await addToOrganization(extras);
  await addClass(extras);
  await addPlannedPrice(extras);
  await waitForVideo(extras, videoPath);
}

/** The path of a video job. */
async function addVideo({ call, demo }: Extras): Promise<string> {
  const headers = { authorization: `Bearer ${demo.standardKey}` };
  const body = { model: 'simulator/video', prompt: 'A gate opens at sunrise', duration: 4 };
  const made = await call({ path: '/v1/videos', headers, body });
  return textField(made.body, 'polling_url');
}

/** The simulator forgets its jobs when it stops: a job that runs then stays without a verdict. */
async function waitForVideo({ call, demo }: Extras, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${demo.standardKey}` };
  const isCompleted = async (): Promise<boolean> =>
    textField((await call({ path, headers })).body, 'status') === 'completed';
  await waitUntil(isCompleted, { timeoutMs: 60_000, pollMs: 500, what: 'the video' });
}

/** A key without a cap left, and a call that this cap refused. */
async function addToAccount({ call, headers }: Extras): Promise<void> {
  const body = { name: 'old script', limit: 0 };
  const made = await call({ path: '/api/account/keys', headers, body });
  const authorization = `Bearer ${textField(made.body, 'key')}`;
  const tolerated = [refused];
  await call({ path: '/v1/chat/completions', headers: { authorization }, body: chat, tolerated });
}

/** A top-up, an open invitation, and an invoice over a few calls. */
async function addToOrganization({ call, credentials, headers, orgId }: Extras): Promise<void> {
  const topups = '/api/billing/topups';
  const body = { amountUsd: 100, channel: 'dev', orgId };
  const made = await call({ path: topups, headers, body });
  await call({ path: `${topups}/${textField(made.body, 'id')}/simulate`, headers, body: {} });
  const invitation = { email: 'katherine@tollgate.local', role: 'billing_viewer' };
  await call({ path: `/api/orgs/${orgId}/invitations`, headers, body: invitation });
  await addInvoice(call, credentials, orgId);
}

/** The end of monthly billing is invoiced at once. */
async function addInvoice(
  call: ApiClient,
  { adminToken, org }: StackCredentials,
  orgId: string,
): Promise<void> {
  const path = `/api/admin/orgs/${orgId}`;
  const operator = { authorization: `Bearer ${adminToken}` };
  const setTerms = (terms: object): Promise<unknown> =>
    call({ method: 'PATCH', path, headers: operator, body: terms });
  await setTerms({ billingMode: 'monthly', creditLineUsd: 50 });
  const headers = { authorization: `Bearer ${org?.standardKey}` };
  for (let count = 0; count < invoicedCalls; count += 1) {
    const { body } = await call({ path: '/v1/chat/completions', headers, body: chat });
    const booked = { path: `/v1/generation?id=${textField(body, 'id')}`, headers };
    const isBooked = async (): Promise<boolean> =>
      (await call({ ...booked, tolerated: [notFound] })).status !== notFound;
    await waitUntil(isBooked, { timeoutMs: 30_000, what: 'a booked call' });
  }
  await setTerms({ billingMode: 'prepaid' });
}

/** A price of a model that begins in a month. */
async function addPlannedPrice({ call, credentials }: Extras): Promise<void> {
  const effectiveAt = new Date(Date.now() + monthMs).toISOString();
  const prices = { prompt: '2', completion: '8' };
  await call({
    path: '/api/admin/planned-prices',
    headers: { authorization: `Bearer ${credentials.adminToken}` },
    body: { modelId: chat.model, effectiveAt, prices },
  });
}

/** A class whose students have used a part of their quota. */
async function addClass({ call, credentials, headers, orgId }: Extras): Promise<void> {
  const eduConfig = { allowedDomains: [domain], sessionQuota: { requests: 20, usd: 2 } };
  const path = `/api/orgs/${orgId}`;
  await call({ method: 'PATCH', path: `${path}/edu-config`, headers, body: { eduConfig } });
  const made = await call({ path: `${path}/edu-keys`, headers, body: { name: 'Physics 101' } });
  const key = textField(made.body, 'key');
  for (const [index, name] of students.entries()) {
    const email = `${name}@${domain}`;
    await call({ path: '/api/edu/request-code', body: { key, email } });
    const code = await waitUntil(() => findCode(credentials.mailDir, email), {
      timeoutMs: 30_000,
      what: `a code for ${email}`,
    });
    const session = await call({ path: '/api/edu/verify', body: { key, email, code } });
    const authorization = `Bearer ${textField(session.body, 'token')}`;
    for (let count = 0; count <= index * 3; count += 1) {
      await call({ path: '/v1/chat/completions', headers: { authorization }, body: chat });
    }
  }
}

function findCode(mailDirectory: string, email: string): string | undefined {
  if (!existsSync(mailDirectory)) return undefined;
  const mails = readdirSync(mailDirectory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(mailDirectory, name), 'utf8')) as Mail)
    .filter(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0];
}

interface Mail {
  readonly to: string;
  readonly text: string;
}
