import { AppError } from '@tollgate/errors';
import { createLogger } from '@tollgate/observability';
import { personalPolicy, type ByokKey, type CallerPolicy } from '@tollgate/policy';
import { KeyRing } from '@tollgate/secret-box';
import { collectLogs } from '@tollgate/testing';
import {
  aModel,
  aParsedCall,
  aRoute,
  aRouting,
  aSnapshot,
  noKnowledge,
} from '../../../test/support/build-calls';
import { createByokOpener } from './byok-candidates';
import { chooseRoute } from './choose-route';

const key: ByokKey = {
  id: 'byok_1',
  orgId: 'org_1',
  baseUrl: 'https://own.example/v1',
  protocol: 'openai',
  isSeamless: true,
  sealedKey: Buffer.alloc(0),
  masterKeyId: 'k1',
  scopedKeyIds: new Set(),
  upstreamModels: new Map([['acme/small', 'deployed-small']]),
  isFailing: false,
};

function policyWith(...byokKeys: ByokKey[]): CallerPolicy {
  return { ...personalPolicy, orgId: 'org_1', byokKeys };
}

function route(
  policy: CallerPolicy,
  { body = {}, routing = {}, snapshot = aSnapshot() } = {},
): string[] {
  const call = aParsedCall({ body, policy });
  return chooseRoute(call, aRouting(snapshot, routing)).candidates.map(
    (candidate) => candidate.route.id,
  );
}

describe('an organization with a provider key of its own', () => {
  it('uses it first, and falls back to the platform', () => {
    expect(route(policyWith(key))).toEqual(['byok_1', 'route-1']);
  });

  it('uses the model name of the key, its secret, and no price', () => {
    const call = aParsedCall({ policy: policyWith(key) });
    const [own] = chooseRoute(call, aRouting()).candidates;
    expect(own).toMatchObject({
      target: {
        baseUrl: 'https://own.example/v1',
        apiKey: 'key of the organization',
        upstreamModel: 'deployed-small',
      },
      byok: { id: 'byok_1' },
    });
  });

  it('has no fallback where the key is strict', () => {
    const strict = { ...key, isSeamless: false };
    expect(route(policyWith(strict))).toEqual(['byok_1']);
    expect(route(policyWith({ ...strict, isFailing: true }))).toEqual(['byok_1']);
  });

  it('tries some of many, and leaves room for the platform', () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ ...key, id: `byok_${index}` }));
    expect(route(policyWith(...many))).toEqual(['byok_0', 'byok_1', 'byok_2', 'route-1']);
  });

  it('skips a key that cannot be decrypted', () => {
    const routing = { openByokKey: ({ id }: ByokKey) => (id === 'byok_1' ? undefined : 'secret') };
    const strict = { ...key, isSeamless: false };
    const other = { ...key, id: 'byok_2' };
    expect(route(policyWith(key, other), { routing })).toEqual(['byok_2', 'route-1']);
    expect(() => route(policyWith(strict), { routing })).toThrow(AppError);
  });

  it('needs no platform route and no price for a model that it serves itself', () => {
    const snapshot = aSnapshot([aModel({ prices: {} })], {});
    expect(route(policyWith(key), { snapshot })).toEqual(['byok_1']);
  });

  it.each<[string, ByokKey]>([
    ['for another key of the organization', { ...key, scopedKeyIds: new Set(['key_9']) }],
    ['for another model', { ...key, upstreamModels: new Map([['acme/other', 'x']]) }],
    ['that keeps failing', { ...key, isFailing: true }],
  ])('does not use one %s', (_name, other) => {
    expect(route(policyWith(other))).toEqual(['route-1']);
  });

  it('uses a key that is scoped to the key of the caller', () => {
    expect(route(policyWith({ ...key, scopedKeyIds: new Set(['key_1']) }))).toEqual([
      'byok_1',
      'route-1',
    ]);
  });

  it('skips an isolated key, except for probes', () => {
    const isHealthy = (routeId: string): boolean => routeId !== 'byok_1';
    const isolated = { ...noKnowledge, isHealthy, isProbeDue: () => false };
    expect(route(policyWith(key), { routing: { knowledge: isolated } })).toEqual(['route-1']);
    const probing = { ...isolated, isProbeDue: (routeId: string) => routeId === 'byok_1' };
    expect(route(policyWith(key), { routing: { knowledge: probing } })[0]).toBe('byok_1');
  });

  it('follows the requested order of models', () => {
    const snapshot = aSnapshot([aModel(), aModel({ id: 'acme/first' })], {
      'acme/small': [aRoute()],
      'acme/first': [aRoute({ id: 'route-2' })],
    });
    const body = { model: 'acme/first', models: ['acme/small'] };
    expect(route(policyWith(key), { body, snapshot })).toEqual(['route-2', 'byok_1', 'route-1']);
  });
});

const former = `k1:${'11'.repeat(32)}`;
const current = `k2:${'22'.repeat(32)}`;
const secret = 'sk-canary-of-the-organization';

function seal(ring: string, row = 'org_1|byok_1'): ByokKey {
  const { bytes: sealedKey, keyId: masterKeyId } = new KeyRing(ring).seal(secret, row);
  return {
    ...{ id: 'byok_1', orgId: 'org_1', baseUrl: 'https://own.example/v1', protocol: 'openai' },
    ...{ isSeamless: true, isFailing: false, sealedKey, masterKeyId },
    scopedKeyIds: new Set(),
    upstreamModels: new Map(),
  };
}

function openWith(ring: string) {
  const logs = collectLogs();
  const logger = createLogger({ service: 'relay', level: 'info', destination: logs.destination });
  return { open: createByokOpener(ring, logger), logs };
}

describe('a provider key of an organization', () => {
  it('is decrypted with the current master key and with a former one', () => {
    const { open, logs } = openWith(`${current},${former}`);
    expect([open(seal(former)), open(seal(current))]).toEqual([secret, secret]);
    expect(logs.lines()).toEqual([]);
  });

  it.each<[string, ByokKey]>([
    ['a master key that is gone', seal(former)],
    ['another row', seal(current, 'org_1|byok_2')],
    ['another organization', seal(current, 'org_2|byok_1')],
  ])('sealed for %s is not decrypted, and logged once', (_name, key) => {
    const { open, logs } = openWith(current);
    expect([open(key), open(key)]).toEqual([undefined, undefined]);
    expect(logs.lines()).toHaveLength(1);
    expect(JSON.stringify(logs.lines())).not.toContain('canary');
  });
});
