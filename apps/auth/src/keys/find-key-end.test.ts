import type { ApiKey } from './api-key';
import { findKeyEnd } from './find-key-end';

const now = new Date('2026-11-17T12:00:00Z');
const before = new Date('2026-11-17T11:00:00Z');
const after = new Date('2026-11-17T13:00:00Z');
const live = { isEnabled: true, expiresAt: null, disabled: null, deleted: null } as ApiKey;

const find = (change: Partial<ApiKey>, secretEndsAt: Date | null = null) =>
  findKeyEnd({ key: { ...live, ...change }, secretEndsAt }, now);

describe('the end of a key', () => {
  it('is undefined while the key may be used', () => {
    expect(find({})).toBeUndefined();
    expect(find({ expiresAt: after }, after)).toBeUndefined();
  });

  it('names the reason and its time', () => {
    const ending = { at: before, by: null };
    expect(find({ deleted: ending })).toEqual({ reason: 'deleted', at: before });
    expect(find({}, before)).toEqual({ reason: 'rotated', at: before });
    const disabled = { isEnabled: false, disabled: ending };
    expect(find(disabled)).toEqual({ reason: 'disabled', at: before });
    expect(find({ expiresAt: now })).toEqual({ reason: 'expired', at: now });
  });

  it('has no time for a key that was disabled before times were recorded', () => {
    expect(find({ isEnabled: false })).toEqual({ reason: 'disabled', at: null });
  });

  it('names what cannot be undone before what can', () => {
    const ending = { at: before, by: null };
    const all = { isEnabled: false, disabled: ending, deleted: ending, expiresAt: before };
    expect(find(all, before)?.reason).toBe('deleted');
    expect(find({ ...all, deleted: null }, before)?.reason).toBe('rotated');
    expect(find({ ...all, deleted: null })?.reason).toBe('disabled');
  });
});
