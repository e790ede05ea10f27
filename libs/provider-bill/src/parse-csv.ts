import { BillError } from './bill-error';

/** Rows by the names of the first line; cells may be quoted. Tabs separate as commas do. */
export function parseCsv(text: string): Record<string, string>[] {
  const separator = text.slice(0, text.indexOf('\n')).includes('\t') ? '\t' : ',';
  const [head = [], ...rows] = splitRows(text.replace(/^\uFEFF/, ''), separator);
  const names = head.map((name) => name.trim().toLowerCase());
  return rows
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ''])));
}

/** A cell, quoted or not, and what ends it. */
const cellForms = {
  ',': /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y,
  '\t': /(?:"((?:[^"]|"")*)"|([^"\t\r\n]*))(\t|\r?\n|$)/y,
};

function splitRows(text: string, separator: keyof typeof cellForms): string[][] {
  const form = new RegExp(cellForms[separator]);
  const rows: string[][] = [[]];
  while (form.lastIndex < text.length) {
    const place = form.lastIndex;
    const found = form.exec(text);
    if (found === null) throw new BillError(`the CSV file has a wrong quote: ${cut(text, place)}`);
    const [, quoted, plain = '', end = ''] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end.endsWith('\n')) rows.push([]);
  }
  return rows;
}

const shownMax = 40;
const cut = (text: string, place: number): string => text.slice(place, place + shownMax);
