import { aModel, aPreparedCall, aRoute, aSnapshot } from '../../../test/support/build-calls';
import type { ProviderRoute } from '../../catalog/catalog';

function read(protocol: ProviderRoute['protocol'], answer: unknown): unknown {
  const snapshot = aSnapshot([aModel()], { 'acme/small': [aRoute({ protocol })] });
  return aPreparedCall({}, snapshot).prepared.readPlain(JSON.stringify(answer));
}

it('refuses spoken answers where they would be translated', () => {
  const routes = { 'acme/small': [aRoute({ protocol: 'gemini' })] };
  const snapshot = aSnapshot([aModel({ outputModalities: ['text', 'audio'] })], routes);
  const body = { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'mp3' } };
  expect(() => aPreparedCall({ body }, snapshot)).toThrow(
    expect.objectContaining({ reason: 'invalid_modality_for_model', param: 'modalities' }) as Error,
  );
});

describe('a translated answer', () => {
  it.each([
    [
      'gemini',
      { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', content: { parts: [] } }] },
    ],
    ['responses', { status: 'failed', output: [], error: { code: 'server_error', message: '' } }],
  ] as const)('that %s says to have failed is none', (protocol, answer) => {
    expect(() => read(protocol, answer)).toThrow(
      expect.objectContaining({ reason: 'upstream_unavailable' }),
    );
  });

  it('with a regular finish reason is complete', () => {
    const answer = { candidates: [{ finishReason: 'STOP', content: { parts: [{ text: 'Hi' }] } }] };
    expect(read('gemini', answer)).toMatchObject({ hasContent: true, finishReason: 'stop' });
  });
});
