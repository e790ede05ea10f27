import { readChanges, readNewKey, showKey } from './key-values';

const key = {
  name: 'editor',
  limit: 5,
  limit_reset: 'weekly' as const,
  expiresAt: '2026-11-16T12:00:59.123Z',
  allowedCidrs: ['203.0.113.0/24', '198.51.100.7'],
};
const kind = { keyType: '', holder: '' };

describe('the form of a key', () => {
  it('shows a cap without a period as one that never starts again', () => {
    expect(showKey({ ...key, limit_reset: null }).limit_reset).toBe('none');
    expect(showKey(key).limit_reset).toBe('weekly');
  });

  it('offers a month for a key without a cap and for a new key', () => {
    expect(showKey({ ...key, limit: null, limit_reset: null }).limit_reset).toBe('monthly');
    expect(showKey(undefined).limit_reset).toBe('monthly');
  });

  it('changes nothing when nothing was written', () => {
    for (const limit_reset of ['daily', 'weekly', 'monthly', null] as const) {
      const before = { ...key, limit_reset };
      expect(readChanges(before, { ...showKey(before), ...kind })).toEqual({});
    }
    const unlimited = { ...key, limit: null, limit_reset: null, expiresAt: null };
    expect(readChanges(unlimited, { ...showKey(unlimited), ...kind })).toEqual({});
  });

  it('renames an expired key without sending its end', () => {
    const written = { ...showKey(key), ...kind, name: 'old editor' };
    expect(readChanges(key, written)).toEqual({ name: 'old editor' });
  });

  it('raises a lifetime cap without giving it a period', () => {
    const lifetime = { ...key, limit_reset: null };
    const written = { ...showKey(lifetime), ...kind, limit: '7' };
    expect(readChanges(lifetime, written)).toEqual({ limit: 7 });
  });

  it('sends the period with the first cap of a key', () => {
    const unlimited = { ...key, limit: null, limit_reset: null };
    const written = { ...showKey(unlimited), ...kind, limit: '2' };
    expect(readChanges(unlimited, written)).toEqual({ limit: 2, limit_reset: 'monthly' });
  });

  it('takes the period away together with the cap', () => {
    const written = { ...showKey(key), ...kind, limit: '' };
    expect(readChanges(key, written)).toEqual({ limit: null, limit_reset: null });
  });

  it('makes a key of a team from what was written', () => {
    const written = { ...showKey(undefined), name: 'ci', keyType: 'test', holder: 'team_1' };
    expect(readNewKey({ ...written, limit: '1', limit_reset: 'none' })).toEqual({
      name: 'ci',
      limit: 1,
      limit_reset: 'none',
      expiresAt: null,
      allowedCidrs: [],
      keyType: 'test',
      teamId: 'team_1',
    });
  });
});
