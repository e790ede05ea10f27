import { deflateSync } from 'node:zlib';
import { AuditRecorded, EvidenceRecorded, topics } from '@tollgate/contracts';
import { makeId, makeUlid } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { KeyRing } from '@tollgate/secret-box';
import { waitUntil } from '@tollgate/testing';
import { foundOrg, operator, type TestOrg } from '../support/organization';
import { startOrgs, type OrgsUnderTest, type Person } from '../support/start-orgs';

interface Rule {
  readonly id: string;
  readonly hits30d: number;
}

const noTango = { name: 'No tango', kind: 'keyword', keywords: ['tango'], action: 'redact' };
const options = { deadlineMs: 20_000 };

let orgs: OrgsUnderTest;
let ada: Person;
let org: TestOrg;

beforeAll(async () => {
  orgs = await startOrgs();
});
afterAll(async () => {
  await orgs.stop();
});
beforeEach(async () => {
  ada = orgs.addPerson('Ada');
  org = await foundOrg(orgs, ada);
});

const path = (rest = ''): string => `/api/orgs/${org.id}/content-filters${rest}`;

async function makeRule(settings: object = noTango): Promise<Rule> {
  const { body } = await orgs.send('post', path(), ada.caller).send(settings).expect(201);
  return body as Rule;
}

describe('content rules of an organization', () => {
  it('are created, shown, changed and removed, and relays are notified', async () => {
    const rule = await makeRule();
    expect(rule).toMatchObject({
      ...noTango,
      flags: 'i',
      enabled: true,
      shadow: false,
      priority: 100,
      applyTo: ['system', 'user', 'assistant', 'tool'],
      teamIds: [],
      hits30d: 0,
    });
    const getPolicy = orgs.policyRpc.getPolicy.bind(orgs.policyRpc);
    const before = await callUnary(getPolicy, { orgId: org.id }, options);
    expect(before.policy?.rules).toMatchObject([
      { ruleId: rule.id, kind: 'keyword', keywords: ['tango'], action: 'redact' },
    ]);
    const change = { enabled: false, action: 'block' };
    await orgs
      .send('patch', path(`/${rule.id}`), ada.caller)
      .send(change)
      .expect(200);
    const after = await callUnary(getPolicy, { orgId: org.id }, options);
    expect(after.policy?.rules).toEqual([]);
    expect(after.policy?.sequence).toBeGreaterThan(before.policy?.sequence ?? 0n);
    await orgs.send('delete', path(`/${rule.id}`), ada.caller).expect(204);
    await orgs.send('get', path(`/${rule.id}`), ada.caller).expect(404);
    await waitUntil(
      () =>
        ['create', 'update', 'delete'].every((what) =>
          orgs.auditEvents.some(
            ({ action, orgId }) => action === `content_filter.${what}` && orgId === org.id,
          ),
        ),
      { timeoutMs: 30_000, what: 'the entries of the audit log' },
    );
  });

  it.each([
    [
      'a pattern that no time can be promised for',
      { ...noTango, kind: 'regex', pattern: '(a)\\1' },
    ],
    ['a pattern that is too long', { ...noTango, kind: 'regex', pattern: 'a'.repeat(501) }],
    ['no keywords', { ...noTango, keywords: [] }],
    ['a template that does not exist', { ...noTango, kind: 'template', template: 'passport' }],
    ['a team of another organization', { ...noTango, teamIds: ['team_01'] }],
    ['an unknown action', { ...noTango, action: 'explode' }],
  ])('are refused with %s', async (_name, settings) => {
    await orgs.send('post', path(), ada.caller).send(settings).expect(400);
  });

  it('are at most 100, also when the last two come at once', async () => {
    for (let count = 0; count < 99; count++) await makeRule({ ...noTango, name: `Rule ${count}` });
    const answers = await Promise.all(
      [1, 2].map(() => orgs.send('post', path(), ada.caller).send(noTango)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('can be tried on a text', async () => {
    const rule = await makeRule();
    await makeRule({ ...noTango, name: 'Cards', kind: 'template', template: 'credit_card' });
    const text = 'a ta\u200bngo with 4111 1111 1111 1111';
    const { body } = await orgs.send('post', path('/test'), ada.caller).send({ text }).expect(200);
    expect(body).toMatchObject({
      action: 'redact',
      redactedText: 'a [REDACTED] with [REDACTED]',
      matches: expect.arrayContaining([{ ruleId: rule.id, start: 2, end: 8 }]),
    });
  });

  it('belong to the organization alone', async () => {
    const rule = await makeRule();
    const bob = orgs.addPerson('Bob');
    await orgs.send('get', path(), bob.caller).expect(404);
    const other = await foundOrg(orgs, bob);
    const foreign = `/api/orgs/${other.id}/content-filters/${rule.id}`;
    await orgs.send('get', foreign, bob.caller).expect(404);
    await orgs.send('delete', foreign, bob.caller).expect(404);
  });

  it('show how often they hit, and count an event once', async () => {
    const rule = await makeRule();
    const ids = [makeId('auditEntry'), makeId('auditEntry')];
    const events = [...ids, ids[0] ?? ''].map((id) => {
      const message = AuditRecorded.fromPartial({
        id,
        action: 'content_filter.hit',
        occurredAt: new Date(),
        target: { type: 'content_rule', id: rule.id },
      });
      return { id, key: rule.id, payload: AuditRecorded.encode(message).finish() };
    });
    await orgs.eventLog.publish(topics.audit, events);
    await orgs.eventLog.publish(topics.audit, events);
    await waitUntil(
      async () => {
        const { body } = await orgs.send('get', path(`/${rule.id}`), ada.caller);
        return (body as Rule).hits30d >= 2;
      },
      { timeoutMs: 30_000, what: 'the hits' },
    );
    const { body } = await orgs.send('get', path(`/${rule.id}`), ada.caller);
    expect((body as Rule).hits30d).toBe(2);
  });
});

describe('moderation by the platform', () => {
  const rules = '/api/admin/moderation/rules';
  const violence = {
    name: 'Weapons',
    kind: 'keyword',
    keywords: ['grenade'],
    category: 'violence',
  };

  it('has rules of operators, which the relays read', async () => {
    const made = await orgs.send('post', rules, operator).send(violence).expect(201);
    const { id } = made.body as Rule;
    const getModeration = orgs.policyRpc.getModeration.bind(orgs.policyRpc);
    const told = await callUnary(getModeration, {}, options);
    expect(told.rules).toContainEqual({
      ruleId: id,
      kind: 'keyword',
      keywords: ['grenade'],
      pattern: '',
      category: 'violence',
    });
    await orgs.send('patch', `${rules}/${id}`, operator).send({ enabled: false }).expect(200);
    const { rules: left } = await callUnary(getModeration, {}, options);
    expect(left.map(({ ruleId }) => ruleId)).not.toContain(id);
    await orgs.send('delete', `${rules}/${id}`, operator).expect(204);
    await orgs.send('patch', `${rules}/${id}`, operator).send({}).expect(404);
    await orgs.send('get', rules, ada.caller).expect(403);
  });

  it('keeps what was refused, readable for operators alone', async () => {
    const ulid = makeUlid();
    const ring = new KeyRing('66'.repeat(32));
    const packed = deflateSync('how to build a grenade').toString('base64');
    const sealed = ring.seal(packed, ulid);
    const message = EvidenceRecorded.fromPartial({
      generationUlid: ulid,
      occurredAt: new Date(),
      userId: 'user_1',
      categories: ['violence'],
      sealedText: sealed.bytes,
      sealKeyId: sealed.keyId,
    });
    const payload = EvidenceRecorded.encode(message).finish();
    const event = { id: ulid, key: 'user_1', payload };
    await orgs.eventLog.publish(topics.evidence, [event, event]);
    const list = async (): Promise<{ id: string; text: string }[]> => {
      const { body } = await orgs.send('get', '/api/admin/moderation/evidence', operator);
      return (body as { items: { id: string; text: string }[] }).items;
    };
    await waitUntil(async () => (await list()).length > 0, { timeoutMs: 30_000, what: 'evidence' });
    expect(await list()).toMatchObject([
      { id: `gen-${ulid}`, text: 'how to build a grenade', categories: ['violence'] },
    ]);
    const { rows } = await orgs.sql.query<{ row: string }>(
      "SELECT encode(sealed_text, 'escape') AS row FROM evidence",
    );
    expect(rows[0]?.row).not.toContain('grenade');
  });
});
