import { join } from 'node:path';
import { defineService } from '@tollgate/hosting';
import { authConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

export const authService = defineService({
  config: authConfig,
  connectNeighbours,
  start: (settings, neighbours, directory) =>
    start({ ...settings, migrationsDirectory: join(directory, 'migrations') }, neighbours),
});
