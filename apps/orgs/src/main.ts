import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { orgsConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

startService({
  definition: orgsConfig,
  host: process,
  connectNeighbours,
  start: (settings, neighbours) =>
    start({ ...settings, migrationsDirectory: join(__dirname, 'migrations') }, neighbours),
});
