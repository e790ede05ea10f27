import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { billingConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

startService({
  definition: billingConfig,
  host: process,
  connectNeighbours,
  start: (settings, neighbours) =>
    start({ ...settings, migrationsDirectory: join(__dirname, 'migrations') }, neighbours),
});
