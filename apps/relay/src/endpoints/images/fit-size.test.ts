import { findRatio, fitSize } from './fit-size';

const sizes = ['1024x1024', '1536x1024', '1024x1536'];

describe('the size of an image', () => {
  it.each([
    ['1536x1024', '1536x1024'],
    ['16:9', '1536x1024'],
    ['9:16', '1024x1536'],
    ['1:1', '1024x1024'],
    ['512x512', '1024x1024'],
    ['3000x2000', '1536x1024'],
    [undefined, undefined],
  ])('requested as %s is made as %s', (wanted, made) => {
    expect(fitSize(wanted, sizes)).toBe(made);
  });

  it('is as requested where the catalog lists none, and a common one for a shape', () => {
    expect(fitSize('640x480', [])).toBe('640x480');
    expect(fitSize('16:9', [])).toBe('1536x1024');
  });

  it('has a shape', () => {
    expect(findRatio('1536x1024')).toBe('3:2');
    expect(findRatio('16:9')).toBe('16:9');
    expect(findRatio(undefined)).toBeUndefined();
  });
});
