import type { AppError } from '@tollgate/errors';
import { aModel, aRoute, aRoutedCall, aSnapshot } from '../../../test/support/build-calls';
import { prepareCall } from './prepare-call';

const openaiRoute = aRoute({ id: 'route-openai' });
const claudeRoute = aRoute({ id: 'route-claude', protocol: 'anthropic' });
const audio = [
  {
    role: 'user',
    content: [{ type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } }],
  },
];

function prepare(
  routes: readonly (typeof openaiRoute)[],
  body: Readonly<Record<string, unknown>>,
): ReturnType<typeof prepareCall> {
  return prepareCall(aRoutedCall({ body }, aSnapshot([aModel()], { 'acme/small': routes })));
}

describe('preparing a call', () => {
  it('passes bytes to a provider of the same dialect, and translates for others', () => {
    const passed = prepare([openaiRoute], { vendor_field: 1 }).prepared.request;
    expect(passed.url).toBe('http://127.0.0.1:1/v1/chat/completions');
    expect(JSON.parse(passed.body)).toMatchObject({ model: 'small', vendor_field: 1 });
    const translated = prepare([claudeRoute], { vendor_field: 1 }).prepared.request;
    expect(translated.url).toBe('http://127.0.0.1:1/v1/messages');
    expect(JSON.parse(translated.body)).toMatchObject({ model: 'small', max_tokens: 8_192 });
    expect(translated.body).not.toContain('vendor_field');
  });

  it('drops a candidate that cannot serve the request', () => {
    const call = prepare([claudeRoute, openaiRoute], { messages: audio });
    expect(call.candidates.map(({ route }) => route.id)).toEqual(['route-openai']);
    expect(call.prepared.request.url).toContain('/chat/completions');
  });

  it('keeps the candidates behind the first usable one', () => {
    const call = prepare([openaiRoute, claudeRoute], { messages: audio });
    expect(call.candidates.map(({ route }) => route.id)).toEqual(['route-openai', 'route-claude']);
  });

  it.each([
    ['audio', { messages: audio }, 'invalid_modality_for_model'],
    ['too many choices', { n: 17 }, 'unsupported_param'],
  ])('raises the reason when no candidate is left: %s', (_name, body, reason) => {
    try {
      prepare([claudeRoute], body);
      throw new Error('prepared');
    } catch (error) {
      expect((error as AppError).reason).toBe(reason);
    }
  });
});
