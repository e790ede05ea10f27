export type CsvRows = readonly (readonly (string | number)[])[];

/** A list as a file: a line of names, and its items as far as they were read. */
export interface CsvList {
  readonly rows: CsvRows;
  /** Undefined: the whole list. Otherwise the list is longer than this number of its items. */
  readonly cutAt: number | undefined;
}

export function makeCsvList(
  names: readonly string[],
  { hasMore, rows }: { readonly rows: CsvRows; readonly hasMore: boolean },
): CsvList {
  return { rows: [names, ...rows], cutAt: hasMore ? rows.length : undefined };
}

/** A file that is not the whole list says so in its name. */
export function nameCsvList(name: string, { cutAt }: Pick<CsvList, 'cutAt'>): string {
  return cutAt === undefined ? name : `${name}-first-${cutAt}`;
}

/** Cells as RFC 4180 wants them; a text that a spreadsheet would run as a formula is quoted. */
export function formatCsv(rows: CsvRows): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

export function downloadCsv(name: string, rows: CsvRows): void {
  const file = new Blob([formatCsv(rows)], { type: 'text/csv' });
  downloadFile(`${name.replaceAll(/[^\w-]+/g, '-')}.csv`, file);
}

export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function formatCell(cell: string | number): string {
  if (typeof cell === 'number') return formatNumber(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const fractionDigits = 9;

/** Amounts have up to nine decimals; spreadsheets and programs misread `1e-9`. */
function formatNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(fractionDigits).replace(/\.?0+$/, '');
}
