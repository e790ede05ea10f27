import type { ReasoningPart } from '@tollgate/model-spec';
import { readReasoningDetails, writeReasoningDetails } from './reasoning-details';

const parts: readonly ReasoningPart[] = [
  { type: 'reasoning', text: 'a', format: 'anthropic', signature: 'sig' },
  { type: 'reasoning', text: '', format: 'anthropic', signature: 'hidden', isRedacted: true },
  { type: 'reasoning', text: 'b', format: 'openai', signature: 'enc', id: 'rs_1' },
  { type: 'reasoning', text: '', format: 'openai', signature: 'enc', id: 'rs_2' },
  { type: 'reasoning', text: 'c', format: 'google', signature: 'thought' },
  { type: 'reasoning', text: 'd', format: 'unknown' },
];

describe('reasoning_details', () => {
  it('come back as they were written', () => {
    expect(readReasoningDetails(writeReasoningDetails(parts)).parts).toEqual(parts);
  });

  it('carry the signatures of calls by their id', () => {
    const details = writeReasoningDetails([], [{ id: 'call_1', thoughtSignature: 'sig' }]);
    expect(details).toEqual([
      {
        type: 'reasoning.encrypted',
        data: 'sig',
        format: 'google-gemini-v1',
        id: 'call_1',
        index: 0,
      },
    ]);
    expect(readReasoningDetails(details)).toEqual({
      parts: [],
      callSignatures: new Map([['call_1', 'sig']]),
    });
  });

  it('are nothing when they are no list, or hold nothing', () => {
    expect(readReasoningDetails('x').parts).toEqual([]);
    expect(readReasoningDetails([7, { type: 'reasoning.text' }]).parts).toEqual([]);
  });
});
