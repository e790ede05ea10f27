import {
  aModel,
  aPreparedCall,
  aRoute,
  aRoutedCall,
  aSnapshot,
} from '../../../test/support/build-calls';
import type { ProviderRoute } from '../../catalog/catalog';
import type { Candidate } from '../../domain/candidate';
import { dialects } from './dialects';
import { prepareText } from './prepare-text';

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

describe('a limit of the caller for hosted tools', () => {
  const routes = { 'acme/small': [aRoute({ protocol: 'responses' })] };
  const snapshot = aSnapshot([aModel()], routes);
  const body = {
    ...{ model: 'acme/small', input: 'Hello' },
    ...{ plugins: [{ id: 'web' }], max_tool_calls: 50 },
  };
  const { candidates } = aRoutedCall({ dialect: 'responses' }, snapshot);
  const search = { kind: 'native', usesMax: 3, billedMax: 3, promptTokens: 0 } as const;

  function readSentLimit(payer: Pick<Candidate, 'byok'>): unknown {
    const target = { ...candidates[0].target, family: 'openai' } as const;
    const { request } = prepareText({
      dialect: dialects.responses,
      request: dialects.responses.parseRequest(JSON.stringify(body), body),
      candidate: { ...candidates[0], ...payer, search, target },
      face: { ulid: 'ulid', requestId: 'req_1', model: 'acme/small', createdAtSeconds: 0 },
      clientHeaders: {},
    });
    return (JSON.parse(String(request?.body)) as { max_tool_calls: unknown }).max_tool_calls;
  }

  it('is lowered to the searches that are held', () => {
    expect(readSentLimit({})).toBe(3);
  });

  it('stays with a key of the organization, which pays the provider itself', () => {
    const byok: NonNullable<Candidate['byok']> = {
      id: 'byok_1',
      orgId: 'org_1',
      baseUrl: 'https://own.example/v1',
      protocol: 'openai',
      isSeamless: true,
      isFailing: false,
      sealedKey: Buffer.alloc(0),
      masterKeyId: 'k1',
      scopedKeyIds: new Set(),
      upstreamModels: new Map(),
    };
    expect(readSentLimit({ byok })).toBe(50);
  });
});
