import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { authConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

startService({
  definition: authConfig,
  host: process,
  connectNeighbours,
  start: (settings, neighbours) =>
    start({ ...settings, migrationsDirectory: join(__dirname, 'migrations') }, neighbours),
});
