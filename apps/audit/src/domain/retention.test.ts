import { getOldestKept, keptDays } from './retention';

describe('getOldestKept', () => {
  const now = new Date('2026-11-15T12:00:00Z');

  it('is 400 days ago for audit entries', () => {
    expect(getOldestKept(now, keptDays.entries)).toEqual(new Date('2025-10-11T12:00:00Z'));
  });

  it('is a week ago for refusals', () => {
    expect(getOldestKept(now, keptDays.refusals)).toEqual(new Date('2026-11-08T12:00:00Z'));
  });
});
