import { isPublicUrl } from './public-url';

describe('an address that a provider shall fetch', () => {
  it.each([
    'https://pictures.example/gate.png',
    'http://pictures.example/gate.png',
    'https://8.8.8.8/a',
    'https://[2606:4700::1111]/a',
    'https://localhost.example/a',
  ])('may be %s', (url) => {
    expect(isPublicUrl(url)).toBe(true);
  });

  it.each([
    'https://localhost/a',
    'https://LOCALHOST./a',
    'https://a.localhost/a',
    'https://ip6-localhost/a',
    'http://127.0.0.1/a',
    'http://127.1/a',
    'http://2130706433/a',
    'http://0x7f.0.0.1/a',
    'http://0177.0.0.1/a',
    'http://0/a',
    'http://10.1.2.3/a',
    'http://100.64.0.1/a',
    'http://169.254.169.254/latest/meta-data',
    'http://172.31.0.1/a',
    'http://192.168.1.1/a',
    'http://224.0.0.1/a',
    'http://255.255.255.255/a',
    'http://[::1]/a',
    'http://[::]/a',
    'http://[::ffff:127.0.0.1]/a',
    'http://[64:ff9b::7f00:1]/a',
    'http://[fc00::1]/a',
    'http://[fe80::1]/a',
    'http://[2002:7f00:1::]/a',
    'http://[2001:db8::1]/a',
    'http://user@127.0.0.1/a',
    'ftp://pictures.example/a',
    'file:///etc/passwd',
    'gs://bucket/a',
    '//pictures.example/a',
    'not an address',
    'https://pictures.example\\@127.0.0.1/a',
    'https://pictures.example\t/a',
    'https://pictures.example/a b',
  ])('may not be %s', (url) => {
    expect(isPublicUrl(url)).toBe(false);
  });
});
