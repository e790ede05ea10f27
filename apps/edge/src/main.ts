import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { edgeConfig } from './config';
import { loadDocuments } from './documents/load-documents';
import { connectNeighbours } from './neighbours';
import { start } from './start';

startService({
  definition: edgeConfig,
  host: process,
  connectNeighbours,
  start: (settings, neighbours) =>
    start({ ...settings, documents: loadDocuments(join(__dirname, 'assets')) }, neighbours),
});
