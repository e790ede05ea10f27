import { listKeyNames, nameKey } from './name-key';

const kept = { id: 'key_1', name: 'ci', deletedAt: null };
const deleted = { id: 'key_2', name: 'old program', deletedAt: '2026-11-16T11:59:00Z' };

describe('the name of a key', () => {
  it('is marked when the key is deleted', () => {
    expect([nameKey(kept), nameKey(deleted)]).toEqual(['ci', 'old program (deleted)']);
  });

  it('is in the options of a filter once, in the order of the lists', () => {
    expect(Object.entries(listKeyNames([kept, deleted, deleted]))).toEqual([
      ['key_1', 'ci'],
      ['key_2', 'old program (deleted)'],
    ]);
  });
});
