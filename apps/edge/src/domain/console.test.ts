import { chooseLanguage, createPageChooser, type ConsolePage } from './console';

function makePage(path: string, isOpen = false): ConsolePage {
  const file = { bytes: Buffer.from(path), compressed: undefined, type: 'text/html', etag: path };
  const files = { en: file, de: file };
  return { path, isOpen, files, filteredFiles: files };
}

describe('a page path of the console', () => {
  const paths = ['/', '/keys', '/calls/{id}', '/models/{id+}'];
  const choosePage = createPageChooser([
    makePage('/sign-in', true),
    makePage('/sign-up', true),
    ...paths.map((path) => makePage(path)),
  ]);

  it.each([
    ['/', '/'],
    ['/keys', '/keys'],
    ['/calls/gen-1', '/calls/{id}'],
    ['/models/anthropic/claude', '/models/{id+}'],
  ])('is %s, which shows the page %s', (path, page) => {
    expect(choosePage(path, true)?.path).toBe(page);
  });

  it.each(['/key', '/keys/', '/calls', '/calls/a/b', '/models', '/v1/keys', '//keys', '/KEYS'])(
    'is not %s',
    (path) => {
      expect(choosePage(path, true)).toBeUndefined();
      expect(choosePage(path, false)).toBeUndefined();
    },
  );

  it.each([
    ['/keys', '/sign-in'],
    ['/calls/gen-1', '/sign-in'],
    ['/sign-in', '/sign-in'],
    ['/sign-up', '/sign-up'],
  ])('%s shows %s without a session', (path, page) => {
    expect(choosePage(path, false)?.path).toBe(page);
  });
});

describe('the language of a page', () => {
  it.each([
    [undefined, undefined, 'en'],
    [undefined, '', 'en'],
    [undefined, 'de', 'de'],
    [undefined, 'de-CH,de;q=0.9,en;q=0.8', 'de'],
    [undefined, 'fr-FR,fr;q=0.9,de;q=0.8,en;q=0.7', 'de'],
    [undefined, 'en;q=0.5, DE;q=0.9', 'de'],
    [undefined, 'de;q=0,en', 'en'],
    [undefined, 'fr', 'en'],
    ['de', 'en-US,en', 'de'],
    ['en', 'de', 'en'],
    ['xx', 'de', 'de'],
    ['constructor', undefined, 'en'],
  ])('is, with the cookie %p and the header %p, %s', (cookie, header, language) => {
    expect(chooseLanguage(cookie, header)).toBe(language);
  });
});
