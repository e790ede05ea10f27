import { decideSeed } from './seed-decision';

const old = { price: '1' };
const newer = { price: '2' };
const theirs = { price: '9' };

describe('a start', () => {
  it.each([
    ['writes a missing entry', undefined, undefined, newer, 'write'],
    ['writes over what it wrote itself', old, old, newer, 'write'],
    ['has nothing to do when all is as it should be', newer, newer, newer, 'keep'],
    ['keeps what an operator made first', theirs, undefined, newer, 'keep'],
    ['keeps what an operator changed', theirs, old, newer, 'keep'],
    ['does not bring back what an operator took away', undefined, old, newer, 'keep'],
  ])('%s', (_about, current, remembered, wanted, decision) => {
    expect(decideSeed({ current, remembered, wanted })).toBe(decision);
  });
});
