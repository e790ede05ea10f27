/** A text of somebody, or a figure of ours; null is an empty cell. */
export type Cell = string | { readonly figure: string } | null;

/** Spreadsheets that do not know better take UTF-8 for something else without it. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';
/** A cell that begins like this is calculated when the file is opened. */
const formulaStart = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

/** RFC 4180, and no cell that does something by itself. */
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
