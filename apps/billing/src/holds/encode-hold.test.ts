import { makeUlid } from '@tollgate/ids';
import type { Generation } from '../ledger/usage';
import type { BookedHold } from './booked-hold';
import { checkHold, decodeEnd, encodeHold } from './encode-hold';

const holdId = makeUlid();
const usageRecorded = Buffer.of(1);
const request = { walletId: 'user_1', holdId, usageRecorded };
const decodeTo = (changes: Partial<Generation>) => () =>
  ({ ulid: holdId, walletId: 'user_1', outcome: 'charged', ...changes }) as Generation;
const unreadable = (): Generation => {
  throw new RangeError('nonsense');
};
const refused = expect.objectContaining({ reason: 'bad_request' });

describe('the end of a hold on the wire', () => {
  it('carries the record of what it charges', () => {
    const end = decodeEnd(request, 'captured', decodeTo({}));
    expect(end).toMatchObject({ ...{ walletId: 'user_1', holdId, state: 'captured' } });
    expect(end.generation?.ulid).toBe(holdId);
  });

  it('may do without a record only when nothing is charged', () => {
    const bare = { ...request, usageRecorded: Buffer.of() };
    expect(decodeEnd(bare, 'released', unreadable).generation).toBeUndefined();
    expect(() => decodeEnd(bare, 'captured', unreadable)).toThrow(refused);
  });

  it.each([
    ['of another call', 'captured', { ulid: makeUlid() }],
    ['of another wallet', 'captured', { walletId: 'user_2' }],
    ['that charges nothing for a capture', 'captured', { outcome: 'free' }],
    ['that charges something for a release', 'released', {}],
  ] as const)('refuses a record %s', (_name, state, changes) => {
    expect(() => decodeEnd(request, state, decodeTo(changes))).toThrow(refused);
  });

  it('refuses a malformed record, hold or wallet', () => {
    expect(() => decodeEnd(request, 'captured', unreadable)).toThrow(refused);
    expect(() => checkHold('user_1', 'hold')).toThrow(refused);
    expect(() => checkHold('', holdId)).toThrow(refused);
  });

  it('shows the state by its number', () => {
    const hold: BookedHold = {
      ...{ holdId, walletId: 'user_1', amountNanos: 5n, counters: [], reference: 'vjob_1' },
      state: 'captured',
      capturedNanos: 3n,
    };
    expect(encodeHold(hold)).toEqual({
      ...{ holdId, walletId: 'user_1', amountNanos: 5n, capturedNanos: 3n, state: 2 },
    });
  });
});
