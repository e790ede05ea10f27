import fc from 'fast-check';
import { aModel } from '../../../test/support/build-calls';
import { checkMedia } from '../../endpoints/text/check-media';
import { measureWork } from './measure-work';

const escapeAll = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Writes some characters of some words as JSON escapes; which ones, the numbers decide. */
function escapeWords(text: string, chosen: readonly number[]): string {
  let place = 0;
  return text.replace(/[a-z0-9_]+/g, (word) =>
    [...word]
      .map((character) => {
        const number = chosen[place++ % chosen.length] ?? 0;
        if (number === 0) return character;
        return number === 1
          ? escapeAll(character)
          : escapeAll(character).toUpperCase().replace('U', 'u');
      })
      .join(''),
  );
}

function measure(bodyText: string) {
  const body = JSON.parse(bodyText) as Record<string, unknown>;
  const request = {
    body,
    bodyText,
    outputTokensMax: 10,
    choices: 1,
    estimatePromptTokens: () => 10,
  };
  return measureWork(request, aModel());
}

const user = (block: object) => ({ messages: [{ role: 'user', content: [block] }] });
const cached = (control: object) => user({ type: 'text', text: 'a', cache_control: control });

const bodies: [string, object, object][] = [
  ['a cache marker', cached({ type: 'ephemeral' }), { cacheWrite: '5m' }],
  ['an hour of cache', cached({ type: 'ephemeral', ttl: '1h' }), { cacheWrite: '1h' }],
  ['audio', user({ type: 'input_audio', input_audio: {} }), { hasAudioInput: true }],
  ['a picture of chat', user({ type: 'image_url', image_url: {} }), { hasImageInput: true }],
  ['a picture of Messages', user({ type: 'image', source: {} }), { hasImageInput: true }],
  ['a picture of Responses', user({ type: 'input_image' }), { hasImageInput: true }],
  [
    'text alone',
    user({ type: 'text', text: 'image_url and cache_control' }),
    { cacheWrite: 'none', hasAudioInput: false, hasImageInput: false },
  ],
];

describe('the measured work of a request', () => {
  it.each(bodies)('counts %s', (_name, body, work) => {
    expect(measure(JSON.stringify(body))).toMatchObject(work);
  });

  it.each(bodies)('counts %s when all of its names are escaped', (_name, body, work) => {
    expect(measure(escapeWords(JSON.stringify(body), [1]))).toMatchObject(work);
  });

  it('is the same whichever characters are escaped', () => {
    const body = fc.constantFrom(...bodies.map(([, value]) => JSON.stringify(value)));
    const chosen = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(body, chosen, (text, numbers) => {
        expect(measure(escapeWords(text, numbers))).toEqual(measure(text));
      }),
    );
  });

  it('counts a cache marker below any depth of nesting', () => {
    const depth = 5_000;
    const marker = '{"cache\\u005fcontrol":{}}';
    const text = `{"messages":${'['.repeat(depth)}${marker}${']'.repeat(depth)}}`;
    expect(measure(text)).toMatchObject({ cacheWrite: '5m' });
  });
});

describe('the check of media addresses', () => {
  it('refuses an inside address whichever characters of its field name are escaped', () => {
    const url = 'http://169.254.169.254/latest';
    const text = JSON.stringify({
      messages: [{ content: [{ type: 'image_url', image_url: { url } }] }],
    });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1 }), (numbers) => {
        const bodyText = escapeWords(text, numbers);
        const body = JSON.parse(bodyText) as Record<string, unknown>;
        expect(() => checkMedia({ body, bodyText })).toThrow('must be a public http(s) address');
      }),
    );
  });
});
