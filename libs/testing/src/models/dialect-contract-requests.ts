import { AppError } from '@tollgate/errors';
import type { TextRequest } from '@tollgate/model-spec';
import type { DialectContractOptions } from './dialect-contract-options';

type Fields = Readonly<Record<string, unknown>>;

const emptyNeutral = {
  tools: [],
  stop: [],
  reasoning: {},
  sampling: {},
  openAiOnly: {},
  droppedTools: [],
};

/** Faults that every dialect answers the same. */
const commonFaults = [
  { body: { model: undefined }, code: 'missing_required_field' },
  { body: { model: null }, code: 'missing_required_field' },
  { body: { model: 7 }, code: 'invalid_model_id' },
  { body: { model: '' }, code: 'invalid_model_id' },
  { body: { model: 'x'.repeat(201) }, code: 'invalid_model_id' },
  { body: { model: 'two words' }, code: 'invalid_model_id' },
  { body: { stream: 'yes' }, code: 'unsupported_param' },
  { body: { temperature: 2.1 }, code: 'unsupported_param' },
  { body: { temperature: -0.1 }, code: 'unsupported_param' },
  { body: { temperature: 'warm' }, code: 'unsupported_param' },
  { body: { top_p: 'most' }, code: 'unsupported_param' },
];

export function parseSample(options: DialectContractOptions, changes: Fields): TextRequest {
  const bodyText = JSON.stringify({ ...options.minimalBody, ...changes });
  return options.dialect.parseRequest(bodyText, JSON.parse(bodyText) as Fields);
}

function codeOf(options: DialectContractOptions, changes: Fields): string | number {
  try {
    // Some faults show only where a request must be translated.
    parseSample(options, changes).toNeutral();
  } catch (error) {
    return AppError.from(error).entry.code;
  }
  return 'accepted';
}

export function describeRequests(options: DialectContractOptions): void {
  describe('requests', () => {
    it('are parsed at their smallest', () => {
      const request = parseSample(options, {});
      expect(request).toMatchObject({
        dialect: options.dialect.name,
        requestedModel: options.minimalBody['model'],
        isStreaming: false,
        choices: 1,
        messageCount: 1,
        hasTools: false,
      });
      expect(request.estimatePromptTokens()).toBeGreaterThan(0);
    });

    it('keep their bytes when nothing needs to be put right', () => {
      const bodyText = ` ${JSON.stringify({ ...options.minimalBody, top_p: 0.5 })}`;
      const body = JSON.parse(bodyText) as Fields;
      expect(options.dialect.parseRequest(bodyText, body).bodyText).toBe(bodyText);
    });

    it('may stream', () => {
      expect(parseSample(options, { stream: true }).isStreaming).toBe(true);
    });

    it('may carry unknown fields', () => {
      expect(codeOf(options, { brand_new_field: { deep: [1] } })).toBe('accepted');
    });

    it('are estimated higher with more in them', () => {
      const small = parseSample(options, {}).estimatePromptTokens();
      for (const { body } of options.requests.filter(({ body: { tools } }) => tools)) {
        expect(parseSample(options, body).estimatePromptTokens()).toBeGreaterThan(small);
      }
    });

    it.each([...commonFaults, ...options.faults])('$body is answered with $code', (sample) => {
      expect(codeOf(options, sample.body)).toBe(sample.code);
    });

    it.each(options.requests)('mean the same in the neutral model: $name', (sample) => {
      const { messages, outputTokensMax } = parseSample(options, {}).toNeutral();
      expect(parseSample(options, sample.body).toNeutral()).toEqual({
        ...emptyNeutral,
        messages,
        outputTokensMax,
        ...sample.neutral,
      });
    });
  });
}
