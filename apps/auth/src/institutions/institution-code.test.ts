import { codeNumbers, formatCode, isAllowedAddress, makeCodeMail } from './institution-code';

describe('a code', () => {
  it('has six digits, also a small one', () => {
    expect([formatCode(0), formatCode(42), formatCode(codeNumbers - 1)]).toEqual([
      '000000',
      '000042',
      '999999',
    ]);
  });

  it('is the only number of six digits in its mail', () => {
    for (const seconds of [60, 900, 3_600]) {
      expect(makeCodeMail('012345', seconds).text.match(/\d{6}/g)).toEqual(['012345']);
    }
    expect(makeCodeMail('012345', 60).text).toContain('for 1 minute.');
    expect(makeCodeMail('012345', 900).text).toContain('for 15 minutes.');
  });
});

describe('the addresses of an institution', () => {
  const config = { allowedDomains: ['uni.edu', 'lab.uni.edu'] };

  it.each([
    ['a@uni.edu', true],
    ['a@lab.uni.edu', true],
    ['a@other.uni.edu', false],
    ['a@uni.edu.evil.com', false],
    ['a@eviluni.edu', false],
    ['uni.edu@evil.com', false],
    ['', false],
  ])('%s: %p', (email, isAllowed) => {
    expect(isAllowedAddress(email, config)).toBe(isAllowed);
  });
});
