import { UsageError } from '../usage-error';

const quote = '"';

/** Rows by the names of the first line; cells may be quoted. Tabs separate as commas do. */
export function parseCsv(text: string): Record<string, string>[] {
  const separator = text.slice(0, text.indexOf('\n')).includes('\t') ? '\t' : ',';
  const [head = [], ...rows] = splitRows(text.replace(/^\uFEFF/, ''), separator);
  const names = head.map((name) => name.trim().toLowerCase());
  return rows
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ''])));
}

function splitRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let place = 0; place < text.length; place++) {
    const character = text[place] ?? '';
    if (isQuoted) {
      if (character !== quote) cell += character;
      else if (text[place + 1] === quote) cell += text[place++];
      else isQuoted = false;
    } else if (character === quote) isQuoted = true;
    else if (character === separator || character === '\n') {
      cells.push(cell.replace(/\r$/, ''));
      cell = '';
      if (character === '\n') rows.push(cells.splice(0));
    } else cell += character;
  }
  if (isQuoted) throw new UsageError('the CSV file ends within quotes');
  if (cell !== '' || cells.length > 0) rows.push([...cells, cell]);
  return rows;
}
