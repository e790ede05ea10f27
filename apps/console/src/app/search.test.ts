import { compact, readChoice, readText } from './search';

describe('what a page reads from its URL', () => {
  it('is text, whatever the parser made of it', () => {
    expect(readText({ model: 'gpt' }, 'model')).toBe('gpt');
    expect(readText({ model: 7 }, 'model')).toBe('7');
    expect(readText({ model: { a: 1 } }, 'model')).toBeUndefined();
    expect(readText({ model: '' }, 'model')).toBeUndefined();
    expect(readText({ model: 'x'.repeat(301) }, 'model')).toBeUndefined();
  });

  it('is one of the choices or nothing', () => {
    expect(readChoice({ sort: 'name' }, 'sort', ['name', 'spend'])).toBe('name');
    expect(readChoice({ sort: 'drop table' }, 'sort', ['name', 'spend'])).toBeUndefined();
  });

  it('leaves no empty parameters behind', () => {
    expect(compact({ a: 1, b: undefined })).toEqual({ a: 1 });
  });
});
