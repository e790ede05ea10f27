import { formatCsv } from './csv';
import { makeCsvList, nameCsvList } from './csv-list';

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

  it('has money as decimals, to the nano-dollar', () => {
    const amounts = [0.000000001, -0.000000001, 0.00000052, 0.1 + 0.2, 1_234.5, 3_000_000];
    expect(formatCsv([amounts])).toBe('0.000000001,-0.000000001,0.00000052,0.3,1234.5,3000000\r\n');
  });

  it('says in its name that it is not the whole list', () => {
    const cut = makeCsvList(['id'], { rows: [['a'], ['b']], hasMore: true });
    expect([cut.rows.length, nameCsvList('calls', cut)]).toEqual([3, 'calls-first-2']);
    const whole = makeCsvList(['id'], { rows: [['a']], hasMore: false });
    expect(nameCsvList('calls', whole)).toBe('calls');
  });
});
