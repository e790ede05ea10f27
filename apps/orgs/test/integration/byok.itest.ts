import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallerIdentity } from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import { callUnary } from '@tollgate/rpc';
import { KeyRing } from '@tollgate/secret-box';
import { noteByokHealthUseCase, probeByokUseCase } from '../../src/byok/probe-byok';
import { createOrgDatabase } from '../../src/shared/org-database';
import { foundOrg, type TestOrg } from '../support/organization';
import { masterKeys, type OrgsUnderTest, type Person, startOrgs } from '../support/start-orgs';

interface Key {
  readonly id: string;
  readonly keyMask: string;
  readonly health: { readonly status: string; readonly failures: number };
  readonly models: readonly { readonly model: string; readonly enabled: boolean }[];
}

const secret = 'sk-very-secret-key-of-acme-1234';
const path = '/v1/management/byok-keys';
const options = { deadlineMs: 20_000 };

let orgs: OrgsUnderTest;
let provider: Server;
let baseUrl: string;
let asked: IncomingHttpHeaders[];
let ada: Person;
let org: TestOrg;
let manager: Partial<CallerIdentity>;

beforeAll(async () => {
  orgs = await startOrgs();
  provider = createServer((request, response) => {
    asked.push(request.headers);
    if (request.url === '/redirect/models') {
      response.writeHead(302, { location: `${baseUrl}/models` }).end();
      return;
    }
    const ids = request.url === '/v1/models' ? ['small', 'acme/other', 'internal-1'] : [];
    response.end(JSON.stringify({ data: ids.map((id) => ({ id })) }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
  await orgs.stop();
});
beforeEach(async () => {
  asked = [];
  ada = orgs.addPerson('Ada');
  org = await foundOrg(orgs, ada);
  manager = {
    ...ada.caller,
    kind: 'management_key',
    keyId: 'key_1',
    org: { orgId: org.id, teamId: '', memberId: '' },
  };
  orgs.fakes.catalog.splice(0, Infinity, 'acme/small', 'acme/other', 'acme/third');
  orgs.fakes.orgKeys.clear();
});

const make = (settings: object = {}, caller = manager) =>
  orgs.send('post', path, caller).send({ name: 'Prod', baseUrl, apiKey: secret, ...settings });

async function made(settings: object = {}): Promise<Key> {
  return (await make(settings).expect(201)).body as Key;
}

async function readPolicyKeys() {
  const call = orgs.policyRpc.getPolicy.bind(orgs.policyRpc);
  const { policy } = await callUnary(call, { orgId: org.id }, options);
  return policy?.byokKeys ?? [];
}

describe('an own provider key', () => {
  it('is shown by its mask alone, with the models that were found', async () => {
    const { body } = await make().expect(201);
    expect(body).toMatchObject({
      name: 'Prod',
      keyMask: 'sk-...1234',
      protocol: 'openai',
      fallbackMode: 'seamless',
      enabled: true,
      matched: ['acme/small', 'acme/other'],
      unmatched: ['internal-1'],
      stale: [],
      sync: { matched: ['acme/small', 'acme/other'] },
      health: { status: 'healthy', failures: 0 },
    });
    expect(asked[0]?.authorization).toBe(`Bearer ${secret}`);
    const list = await orgs.send('get', path, manager).expect(200);
    expect(list.body).toMatchObject({ keys: [{ name: 'Prod' }], data: [{ name: 'Prod' }] });
    expect(JSON.stringify([body, list.body])).not.toContain(secret);
  });

  it('lies sealed in the database, bound to its row and organization', async () => {
    const [first, second] = [await made(), await made({ apiKey: 'sk-other-key-of-acme-5678' })];
    const { rows } = await orgs.sql.query<{ text: string }>(
      'SELECT row_to_json(k)::text AS text FROM byok_keys k',
    );
    expect(rows.map(({ text }) => text).join()).not.toContain('very-secret');
    await orgs.sql.query(
      `UPDATE byok_keys k SET sealed_key = o.sealed_key FROM byok_keys o
       WHERE k.id = $1 AND o.id = $2`,
      [first.id, second.id],
    );
    await orgs.send('patch', `${path}/${first.id}`, manager).send({ name: 'x' }).expect(500);
  });

  it('is opened with a former master key, and sealed with the current one by any change', async () => {
    const { id } = await made();
    const row = `${org.id}|${id}`;
    const old = new KeyRing(masterKeys.former).seal(secret, row);
    await orgs.sql.query('UPDATE byok_keys SET sealed_key = $2, master_key_id = $3 WHERE id = $1', [
      id,
      old.bytes,
      old.keyId,
    ]);
    const [before] = await readPolicyKeys();
    expect(before).toMatchObject({ masterKeyId: 'k1', sealedKey: old.bytes });
    await orgs.send('patch', `${path}/${id}`, manager).send({ name: 'y' }).expect(200);
    expect(asked.at(-1)?.authorization).toBe(`Bearer ${secret}`);
    const [after] = await readPolicyKeys();
    const sealed = { keyId: after?.masterKeyId ?? '', bytes: after?.sealedKey ?? Buffer.alloc(0) };
    expect(sealed.keyId).toBe('k2');
    expect(new KeyRing(masterKeys.current).open(sealed, row)).toBe(secret);
  });

  it('is sent to the relays sealed, with its enabled models', async () => {
    const key = await made({ fallbackMode: 'strict' });
    const toggles = { modelToggles: { 'acme/other': false } };
    const { body } = await orgs.send('patch', `${path}/${key.id}`, manager).send(toggles);
    expect((body as Key).models).toEqual([
      { model: 'acme/small', upstreamModel: 'small', enabled: true },
      { model: 'acme/other', upstreamModel: 'acme/other', enabled: false },
    ]);
    const [told] = await readPolicyKeys();
    expect(told).toMatchObject({
      byokId: key.id,
      isSeamless: false,
      models: [{ model: 'acme/small', upstreamModel: 'small' }],
    });
    expect(told?.sealedKey.toString('latin1')).not.toContain(secret);
    await orgs.send('patch', `${path}/${key.id}`, manager).send({ enabled: false }).expect(200);
    expect(await readPolicyKeys()).toEqual([]);
  });

  it.each<[string, object]>([
    ['an address inside', { baseUrl: 'http://10.0.0.1/v1' }],
    ['an address of the machine', { baseUrl: 'https://169.254.169.254/v1' }],
    ['another scheme', { baseUrl: 'ftp://example.com/v1' }],
    ['credentials in the address', { baseUrl: 'https://a:b@example.com/v1' }],
    ['an unknown protocol', { protocol: 'gemini' }],
    ['a key of another organization', { scopedApiKeyIds: ['key_9'] }],
    ['no key', { apiKey: '' }],
  ])('is refused with %s', async (_name, settings) => {
    await make(settings).expect(400);
    expect(asked).toEqual([]);
  });

  it('keeps its secret for ever, and can be bound to keys of the organization', async () => {
    orgs.fakes.orgKeys.add('key_7');
    const key = await made({ scoped_api_key_ids: ['key_7'], protocol: 'openai-compatible' });
    const at = `${path}/${key.id}`;
    await orgs.send('patch', at, manager).send({ apiKey: 'sk-new' }).expect(400);
    await orgs
      .send('patch', at, manager)
      .send({ scopedApiKeyIds: ['key_8'] })
      .expect(400);
    await orgs
      .send('patch', at, manager)
      .send({ modelToggles: { 'x/y': true } })
      .expect(400);
    const { body } = await orgs.send('patch', at, manager).send({ scopedApiKeyIds: [] });
    expect(body).toMatchObject({ scopedApiKeyIds: [], protocol: 'openai' });
  });

  it('is accepted when its provider lists no models, and follows no redirect', async () => {
    const key = await made({ baseUrl: baseUrl.replace('/v1', '/redirect') });
    expect(key).toMatchObject({ health: { status: 'unknown' }, matched: [], models: [] });
    expect(asked).toHaveLength(1);
    await make({ baseUrl: 'http://127.0.0.1:9/v1' }).expect(201);
  });

  it('is closed to keys of other organizations and of none', async () => {
    const key = await made();
    await make({}, { ...manager, org: null }).expect(403);
    const bob = orgs.addPerson('Bob');
    const other = await foundOrg(orgs, bob);
    const foreign = {
      ...bob.caller,
      kind: 'management_key',
      org: { orgId: other.id, teamId: '', memberId: '' },
    } as const;
    await orgs.send('get', `${path}/${key.id}`, foreign).expect(404);
    await orgs.send('delete', `${path}/${key.id}`, foreign).expect(404);
    await orgs.send('delete', `${path}/${key.id}`, manager).expect(204);
    await orgs.send('get', `${path}/${key.id}`, manager).expect(404);
  });

  it('is managed by the session of an org_admin who names the organization', async () => {
    const inOrg = (rest = '', id = org.id): string => `${path}${rest}?orgId=${id}`;
    const body = { name: 'Prod', baseUrl, apiKey: secret };
    await orgs.send('post', path, ada.caller).send(body).expect(400);
    const { body: key } = await orgs.send('post', inOrg(), ada.caller).send(body).expect(201);
    const { id } = key as Key;
    const list = await orgs.send('get', inOrg(), ada.caller).expect(200);
    expect(list.body).toMatchObject({ keys: [{ id }] });
    await orgs
      .send('patch', inOrg(`/${id}`), ada.caller)
      .send({ name: 'Y' })
      .expect(200);

    const bob = orgs.addPerson('Bob');
    await orgs.send('get', inOrg(), bob.caller).expect(404);
    await org.add(bob);
    await orgs.send('get', inOrg(), bob.caller).expect(403);
    await orgs.send('delete', inOrg(`/${id}`), bob.caller).expect(403);
    const other = await foundOrg(orgs, bob);
    await orgs.send('get', inOrg(`/${id}`, other.id), bob.caller).expect(404);
    await orgs.send('get', inOrg('', other.id), manager).expect(404);
    await orgs.send('get', `${inOrg()}&orgId=${org.id}`, ada.caller).expect(400);
    await orgs.send('delete', inOrg(`/${id}`), ada.caller).expect(204);
  });

  it('is made once per organization with the same Idempotency-Key', async () => {
    const other = await foundOrg(orgs, ada);
    const add = (orgId: string) =>
      orgs
        .send('post', `${path}?orgId=${orgId}`, ada.caller)
        .set('idempotency-key', 'same')
        .send({ name: 'Prod', baseUrl, apiKey: secret })
        .expect(201);
    const [first, again, second] = [await add(org.id), await add(org.id), await add(other.id)];
    expect((again.body as Key).id).toBe((first.body as Key).id);
    expect((second.body as Key).id).not.toBe((first.body as Key).id);
  });

  it('fails after ten refusals in a row, which relays are sent, and recovers', async () => {
    const key = await made();
    const report = orgs.policyRpc.reportByokHealth.bind(orgs.policyRpc);
    const tell = (authFailures: number, hasSucceeded: boolean) =>
      callUnary(
        report,
        { byokId: key.id, orgId: org.id, authFailures, hasSucceeded, lastError: '' },
        options,
      );
    await tell(9, false);
    expect((await readPolicyKeys())[0]?.isFailing).toBe(false);
    await tell(1, false);
    expect((await readPolicyKeys())[0]?.isFailing).toBe(true);
    const { body } = await orgs.send('get', `${path}/${key.id}`, manager);
    expect((body as Key).health).toMatchObject({ status: 'failing', failures: 10 });
    await tell(0, true);
    expect((await readPolicyKeys())[0]?.isFailing).toBe(false);
  });

  it('is not sent to another host unless the request has the key again', async () => {
    const key = await made();
    const seen = asked.length;
    const patch = (body: object) => orgs.send('patch', `${path}/${key.id}`, manager).send(body);
    const elsewhere = baseUrl.replace('127.0.0.1', '127.0.0.2');
    const refused = await patch({ baseUrl: elsewhere }).expect(400);
    expect(refused.body).toMatchObject({
      error: { code: 'missing_required_field', param: 'apiKey' },
    });
    await patch({ baseUrl: baseUrl.replace('http:', 'https:') }).expect(400);
    await patch({ apiKey: 'sk-other-key-of-acme-5678' }).expect(400);
    expect(asked).toHaveLength(seen);
    await patch({ baseUrl: baseUrl.replace('/v1', '/v2') }).expect(200);
    expect(asked.at(-1)?.authorization).toBe(`Bearer ${secret}`);
    const moved = await patch({ baseUrl: elsewhere, apiKey: 'sk-other-key-of-acme-5678' });
    expect([moved.status, (moved.body as Key).keyMask]).toEqual([200, 'sk-...5678']);
  });

  it('does not join another host by a change that runs beside the move', async () => {
    const key = await made();
    const patch = (body: object) => orgs.send('patch', `${path}/${key.id}`, manager).send(body);
    const elsewhere = baseUrl.replace('127.0.0.1', '127.0.0.2');
    const other = 'sk-other-key-of-acme-5678';
    await Promise.all([
      patch({ baseUrl: elsewhere, apiKey: other }),
      ...Array.from({ length: 5 }, (_, index) => patch({ name: `n${index}` })),
    ]);
    const [told] = await readPolicyKeys();
    const sealed = { keyId: told?.masterKeyId ?? '', bytes: told?.sealedKey ?? Buffer.alloc(0) };
    expect(told?.baseUrl).toBe(elsewhere);
    expect(new KeyRing(masterKeys.current).open(sealed, `${org.id}|${key.id}`)).toBe(other);
  });

  it('that is failing is probed once an hour and taken back when its provider answers', async () => {
    const key = await made();
    const strict = await made({ fallbackMode: 'strict' });
    const fail = (minutes: number) =>
      orgs.sql.query(
        `UPDATE byok_keys SET health = 'failing', failures = 10,
           health_checked_at = now() - make_interval(mins => $2) WHERE org_id = $1`,
        [org.id, minutes],
      );
    const listed: string[] = [];
    const state: { models?: readonly string[] } = {};
    const database = createOrgDatabase(orgs.sql);
    const signal = { changed: async () => undefined };
    const clock = { now: () => new Date() };
    const probe = probeByokUseCase({
      database,
      byokOutside: {
        open: () => secret,
        listModels: async ({ apiKey }) => {
          listed.push(apiKey);
          return state.models;
        },
      },
      noteByokHealth: noteByokHealthUseCase({ database, signal, clock }),
      clock,
      logger: silentLogger,
    });
    await fail(59);
    expect([await probe(), listed]).toEqual([0, []]);
    await fail(61);
    expect(await Promise.all([probe(), probe()])).toEqual([0, 0]);
    expect(listed).toEqual([secret]);
    expect((await readPolicyKeys()).every(({ isFailing }) => isFailing)).toBe(true);
    await fail(61);
    state.models = [];
    expect(await probe()).toBe(1);
    const failing = (await readPolicyKeys()).filter(({ isFailing }) => isFailing);
    expect(failing.map(({ byokId }) => byokId)).toEqual([strict.id]);
    expect(key.id).not.toBe(strict.id);
  });
});
