import { nameBrowser } from './browser';

describe('a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox 140, Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0',
      'Edge 142, Windows',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0.0.0 Safari/537.36',
      'Chrome 156, Linux',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
      'Safari 19, iOS',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['node', 'node'],
  ])('that sends %s is called %s', (userAgent, name) => {
    expect(nameBrowser(userAgent)).toBe(name);
  });
});
