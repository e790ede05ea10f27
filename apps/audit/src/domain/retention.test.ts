import { getOldestKept } from './retention';

describe('getOldestKept', () => {
  it('is 400 days ago', () => {
    const oldest = getOldestKept(new Date('2026-11-15T12:00:00Z'));
    expect(oldest).toEqual(new Date('2025-10-11T12:00:00Z'));
  });
});
