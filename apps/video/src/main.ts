import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { videoConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

startService({
  definition: videoConfig,
  host: process,
  connectNeighbours,
  start: (settings, neighbours) =>
    start({ ...settings, migrationsDirectory: join(__dirname, 'migrations') }, neighbours),
});
