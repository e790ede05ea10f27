import { formatCsv } from './csv';

describe('a CSV file', () => {
  it('quotes what would break a cell', () => {
    expect(
      formatCsv([
        ['a', 'b,c', 'd"e'],
        [1, 0.5, 'x\ny'],
      ]),
    ).toBe('a,"b,c","d""e"\r\n1,0.5,"x\ny"\r\n');
  });

  it('disarms texts that a spreadsheet would run', () => {
    expect(formatCsv([['=1+1', '@cmd', -5]])).toBe("'=1+1,'@cmd,-5\r\n");
  });
});
