import { maskKeys, readErrorMessage } from './read-error';

describe('the text of a failure', () => {
  it.each([
    'sk-proj-abcdef123456',
    'sk-ant-api03-abcdef123456',
    'AIzaSyAbcdefghijk',
    'Bearer abcdef',
    '?key=abcdef',
  ])('never shows %s', (key) => {
    expect(maskKeys(`refused: ${key} is wrong`)).not.toContain(key.slice(-6));
  });

  it.each(['skipping the skeleton', 'keyboards and keywords', 'a pkcs12 file'])(
    'leaves ordinary words alone: %s',
    (text) => {
      expect(maskKeys(text)).toBe(text);
    },
  );

  it.each([
    ['{"error":{"message":"no"}}', 'no'],
    ['{"error":"no"}', 'no'],
    ['{"message":"no"}', 'no'],
    ['[{"error":{"message":"no"}}]', 'no'],
    ['no', 'no'],
  ])('is found in %s', (bodyText, message) => {
    expect(readErrorMessage(bodyText)).toBe(message);
  });
});
