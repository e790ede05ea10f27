import { join } from 'node:path';
import { defineService } from '@tollgate/hosting';
import { migrateSchema } from '@tollgate/postgres';
import { auditConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

export const auditService = defineService({
  config: auditConfig,
  connectNeighbours,
  start: (settings, neighbours, directory) =>
    start({ ...settings, migrationsDirectory: join(directory, 'migrations') }, neighbours),
  migrate: ({ directory, environment }) =>
    migrateSchema('audit', { environment, migrationsDirectory: join(directory, 'migrations') }),
});
