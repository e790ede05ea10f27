import { maskSecrets } from './mask-secrets';

const apiKey = 'Qz7head-0123456789-tail9Xw';
const target = { apiKey, headers: { 'x-team': 'team-secret-5', 'x-short': 'eu' } };
const maskText = (text: string): string => maskSecrets(text, target);

describe("a provider's text", () => {
  it.each([
    [`The key ${apiKey} may not, says ${apiKey}.`, 'The key [key] may not, says [key].'],
    ['No such team: team-secret-5 (eu)', 'No such team: [key] (eu)'],
    ['Incorrect key: Qz7head-*****9Xw. Look it up.', 'Incorrect key: [key] Look it up.'],
    ['Incorrect key "Qz7head-...": look', 'Incorrect key "[key]": look'],
    ['Incorrect key ****tail9Xw', 'Incorrect key [key]'],
    [`It ends in ${apiKey.slice(0, 9)}`, 'It ends in [key]'],
  ])('show no piece of a secret: %s', (text, shown) => {
    expect(maskText(text)).toBe(shown);
  });

  it.each(['Use **bold** words... and wait', 'Value 0123456789 is too large', 'eu'])(
    'are left alone otherwise: %s',
    (text) => {
      expect(maskText(text)).toBe(text);
    },
  );
});
