export type CsvRows = readonly (readonly (string | number)[])[];

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
