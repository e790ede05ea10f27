import { explainFailure, isFinal } from './explain-failure';

const target = { apiKey: 'a-key-of-no-known-shape', headers: {} };

describe("a provider's failure", () => {
  it.each([
    [{ kind: 'bad-request', message: 'no' }, 'unknown_4xx', true],
    [{ kind: 'unsupported', message: 'no' }, 'unknown_4xx', false],
    [{ kind: 'content-refused', message: 'no' }, 'content_moderation', true],
    [{ kind: 'context-too-long', message: 'long' }, 'context_too_long', false],
    [{ kind: 'auth' }, 'upstream_auth_failed', false],
    [{ kind: 'not-found' }, 'upstream_unavailable', false],
    [{ kind: 'overloaded' }, 'upstream_unavailable', false],
    [{ kind: 'rate-limited', retryAfterSeconds: 3 }, 'upstream_rate_limited', false],
  ] as const)('%j is shown as %s', (failure, reason, final) => {
    expect(explainFailure(failure, target).reason).toBe(reason);
    expect(isFinal(failure)).toBe(final);
  });

  it.each([
    "This model's maximum context length is 8192 tokens. However, you requested 9000.",
    'prompt is too long: 215000 tokens > 200000 maximum',
    'The input token count (99) exceeds the maximum number of tokens allowed (50).',
    'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000',
  ])('of a long prompt has both phrases that clients recognize: %s', (message) => {
    const shown = explainFailure({ kind: 'context-too-long', message }, target).message;
    expect(shown).toMatch(/prompt is too long|exceed context limit/);
    expect(shown).toMatch(/^This model's maximum context length is (?:8192|200000|50) tokens\./);
    expect(shown).toContain(message);
  });

  it('of a long prompt is reported without a number too', () => {
    const failure = { kind: 'context-too-long', message: 'too much' } as const;
    expect(explainFailure(failure, target).message).toBe(
      "This model's maximum context length is exceeded. prompt is too long: too much",
    );
  });

  it.each(['bad-request', 'unsupported', 'context-too-long'] as const)(
    'never shows the provider key (%s)',
    (kind) => {
      const failure = { kind, message: `no: ${target.apiKey}` };
      expect(explainFailure(failure, target).message).toContain('no: [key]');
    },
  );
});
