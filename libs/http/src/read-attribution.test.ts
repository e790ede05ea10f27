import { readAttribution } from './read-attribution';

/** A header as Node hands it over: one character for every byte. */
const received = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const readTitle = (title: string): string => readAttribution({ 'x-title': title }).appName;

describe('attribution', () => {
  it('is empty without its headers', () => {
    expect(readAttribution({})).toEqual({ appName: '', referer: '' });
  });

  it('is the title of the app and the address beside it', () => {
    const headers = { 'x-title': 'Claude Code', 'http-referer': 'https://app.example/x' };
    expect(readAttribution(headers)).toEqual({
      appName: 'Claude Code',
      referer: 'https://app.example/x',
    });
  });

  it('takes the address of a browser when no other was given', () => {
    expect(readAttribution({ referer: 'https://b.example' }).referer).toBe('https://b.example');
  });

  it.each(['Ünïcödé', '日本語アプリ', 'Rocket 🚀'])('reads %p as it was written', (title) => {
    expect(readTitle(received(title))).toBe(title);
  });

  it('keeps Latin-1 where it is not UTF-8', () => {
    expect(readTitle('caf\xe9')).toBe('café');
  });

  it('has no control characters and no space around it', () => {
    expect(readTitle(' a\tb\u0000c ')).toBe('abc');
    expect(readTitle(received('a\u0085b'))).toBe('ab');
  });

  it('has at most 100 whole characters', () => {
    expect(readTitle('x'.repeat(200))).toBe('x'.repeat(100));
    expect(readTitle(received('🚀'.repeat(120)))).toBe('🚀'.repeat(100));
    expect(readTitle(`${'x'.repeat(99)} y`)).toBe('x'.repeat(99));
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%p is a name', (title) => {
    expect(readTitle(title)).toBe(title);
  });
});
