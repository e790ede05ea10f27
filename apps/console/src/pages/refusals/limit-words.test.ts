import { nameLimitScope, nameUnit, nameWindow } from './limit-words';

describe('limits in words', () => {
  it('name the window, the unit and the scope', () => {
    expect(['minute', 'daily', 'total'].map(nameWindow)).toEqual(['a minute', 'a day', 'all time']);
    expect(['requests', 'units'].map(nameUnit)).toEqual(['calls', 'units of the free quota']);
    expect(['org', 'user', 'account'].map(nameLimitScope)).toEqual([
      'the organization',
      'the account',
      'the account',
    ]);
  });

  it('keep a word of the API that is not known here', () => {
    expect([nameWindow('fortnight'), nameUnit('pages'), nameLimitScope('galaxy')]).toEqual([
      'fortnight',
      'pages',
      'galaxy',
    ]);
  });
});
