/** User text or a figure; null is an empty cell. */
export type Cell = string | { readonly figure: string } | null;

/** Without a byte order mark some spreadsheets do not read UTF-8. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';
/** Spreadsheets evaluate a cell that starts like this as a formula. */
const formulaStart = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

/** RFC 4180, with formulas escaped. */
export function writeCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header.map(writeText), ...rows.map((row) => row.map(writeCell))];
  return byteOrderMark + lines.map((cells) => cells.join(',') + lineEnd).join('');
}

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? writeText(cell) : cell.figure;
}

function writeText(text: string): string {
  const guarded = formulaStart.test(text) ? `'${text}` : text;
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
