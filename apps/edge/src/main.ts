import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { edgeConfig } from './config';
import { loadConsole } from './console/load-console';
import { loadDocuments } from './documents/load-documents';
import { connectNeighbours } from './neighbours';
import { start } from './start';

startService({
  definition: edgeConfig,
  host: process,
  connectNeighbours,
  start: (settings, neighbours) =>
    start(
      {
        ...settings,
        documents: loadDocuments(join(__dirname, 'assets')),
        console: loadConsole(join(__dirname, 'console')),
      },
      neighbours,
    ),
});
