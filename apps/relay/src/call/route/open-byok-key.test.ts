import { createLogger } from '@tollgate/observability';
import type { ByokKey } from '@tollgate/policy';
import { KeyRing } from '@tollgate/secret-box';
import { collectLogs } from '@tollgate/testing';
import { createByokOpener } from './open-byok-key';

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
