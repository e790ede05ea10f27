import { explainRemedy } from './explain-refusal';

const explain = (code: string, orgId = ''): string =>
  explainRemedy({ code, orgId, resetsAt: null, scope: 'key' });

describe('the remedy of a refused key', () => {
  it('is in the hands of its owner', () => {
    expect(explain('key_disabled')).toBe('Enable the key again, or make another one.');
    expect(explain('key_expired')).toBe('Set a later end of the key, or make another one.');
    expect(explain('key_deleted')).toMatch(/does not work again: make another key/);
  });

  it.each(['key_disabled', 'key_expired', 'key_deleted'])(
    'names who may act for a key of an organization: %s',
    (code) => {
      expect(explain(code, 'org_1')).toMatch(/ask an admin of the organization or of its team/i);
    },
  );

  it('is the new secret after a rotation', () => {
    expect(explain('key_rotated', 'org_1')).toContain('Use the new secret of the key');
  });
});
