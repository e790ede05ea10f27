import { writeCsv } from './csv';

const write = (text: string): string => writeCsv(['name'], [[text]]).split('\r\n')[1] ?? '';

describe('a CSV file', () => {
  it('has a byte order mark, a header and lines that end as RFC 4180 says', () => {
    const csv = writeCsv(['name', 'spend'], [['Ada', { figure: '0.000000001' }]]);
    expect(csv).toBe('\uFEFFname,spend\r\nAda,0.000000001\r\n');
    expect(Buffer.from(csv).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('does not let %j be a formula', (text) => {
    expect(write(text)).toBe(`'${text}`);
  });

  it.each([
    ['R&D', 'R&D'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['a=b', 'a=b'],
    ['研究', '研究'],
  ])('writes %j as %j', (text, cell) => {
    expect(write(text)).toBe(cell);
  });

  it('keeps line breaks inside a cell', () => {
    expect(writeCsv(['name'], [['two\r\nlines']])).toBe('\uFEFFname\r\n"two\r\nlines"\r\n');
    expect(writeCsv(['name'], [['\r=1']])).toBe(`\uFEFFname\r\n"'\r=1"\r\n`);
  });

  it('leaves cells empty that have nothing in them', () => {
    expect(writeCsv(['a', 'b'], [[null, null]])).toBe('\uFEFFa,b\r\n,\r\n');
  });
});
