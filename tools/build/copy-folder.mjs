// Copies one built folder into another: the edge ships the console.
import { cp } from 'node:fs/promises';

const [from, to] = process.argv.slice(2);
if (!from || !to) {
  console.error('usage: copy-folder.mjs <from> <to>');
  process.exit(2);
}
await cp(from, to, { recursive: true });
