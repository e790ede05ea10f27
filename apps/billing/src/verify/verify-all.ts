import type { Database } from '@tollgate/postgres';
import type { Till } from '@tollgate/till';
import type { Book } from '../ledger/ports';
import type { Generation } from '../ledger/usage';
import type { InvariantResult } from './invariants';
import { verifyBook, type VerifyOptions } from './verify-book';
import { verifyRecords } from './verify-records';
import { verifyTill } from './verify-till';

export interface VerifyPorts {
  readonly database: Database;
  readonly findPosted: Book['findPosted'];
  readonly decodeUsage: (record: Uint8Array) => Generation;
  readonly till: Till;
  readonly getNowMs: () => number;
}

/** Every invariant of the ledger that can be read off the stores. */
export async function verifyAll(
  ports: VerifyPorts,
  options: VerifyOptions = {},
): Promise<InvariantResult[]> {
  const { database, decodeUsage, findPosted, till } = ports;
  const book = await verifyBook(database, options);
  const records = await verifyRecords(database, decodeUsage, options.signal);
  return [...book, records, ...(await verifyTill(findPosted, till, ports.getNowMs()))];
}
