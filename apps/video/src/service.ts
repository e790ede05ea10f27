import { join } from 'node:path';
import { defineService } from '@tollgate/hosting';
import { migrateSchema } from '@tollgate/postgres';
import { videoConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

export const videoService = defineService({
  config: videoConfig,
  connectNeighbours,
  start: (settings, neighbours, directory) =>
    start({ ...settings, migrationsDirectory: join(directory, 'migrations') }, neighbours),
  migrate: ({ directory, environment }) =>
    migrateSchema('video', { environment, migrationsDirectory: join(directory, 'migrations') }),
});
