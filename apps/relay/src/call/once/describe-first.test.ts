import type { CallView } from './call-keys';
import { explainNoAnswer, silentMsMax } from './describe-first';

const aView = (changes: Partial<CallView>): CallView => ({
  ulid: '01J00000000000000000000000',
  state: 'done',
  silentMs: 0,
  isKept: true,
  costNanos: 5n,
  error: undefined,
  partCount: 2,
  parts: [],
  ...changes,
});

describe('a repeated call', () => {
  it.each([
    ['a finished call', {}],
    ['a running call', { state: 'running' }],
    ['a call that failed inside its answer', { state: 'free' }],
    ['a call that failed before it', { state: 'free', isKept: false, error: 'sealed' }],
  ] as const)('can have the answer of %s', (_name, changes) => {
    expect(explainNoAnswer(aView(changes))).toBeUndefined();
  });

  it.each([
    ['finished', { isKept: false }, 5e-9],
    ['finished', { partCount: 0 }, 5e-9],
    ['cancelled', { error: 'sealed' }, 5e-9],
    ['interrupted', { state: 'crashed' }, 5e-9],
    ['interrupted', { state: 'crashed', costNanos: undefined }, 0],
    ['running', { state: 'running', isKept: false }, null],
    ['unknown', { state: 'running', silentMs: silentMsMax + 1 }, null],
  ] as const)('gets a conflict: the first is %s (%j)', (state, changes, cost) => {
    expect(explainNoAnswer(aView(changes))).toMatchObject({
      reason: 'conflict',
      metadata: { first_call: state, cost, generation_id: 'gen-01J00000000000000000000000' },
    });
  });

  it('fails as a broken answer does when a failed one was too large to be kept', () => {
    expect(explainNoAnswer(aView({ state: 'free', isKept: false }))).toMatchObject({ status: 502 });
  });
});
