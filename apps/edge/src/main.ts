import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { edgeConfig } from './config';
import { loadDocuments } from './documents/load-documents';
import { wireEdge } from './wiring';

startService({
  definition: edgeConfig,
  host: process,
  wire: (context) => wireEdge({ ...context, documents: loadDocuments(join(__dirname, 'assets')) }),
});
