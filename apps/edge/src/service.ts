import { join } from 'node:path';
import { defineService } from '@tollgate/hosting';
import { edgeConfig } from './config';
import { loadConsole } from './console/load-console';
import { loadDocuments } from './documents/load-documents';
import { connectNeighbours } from './neighbours';
import { start } from './start';

export const edgeService = defineService({
  config: edgeConfig,
  connectNeighbours,
  start: (settings, neighbours, directory) => {
    const files = {
      documents: loadDocuments(join(directory, 'assets')),
      console: loadConsole(join(directory, 'console')),
    };
    return start({ ...settings, ...files }, neighbours);
  },
});
