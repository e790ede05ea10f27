import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { orgsConfig } from './config';
import { wireOrgs } from './wiring';

startService({
  definition: orgsConfig,
  host: process,
  wire: (context) => wireOrgs({ ...context, migrationsDirectory: join(__dirname, 'migrations') }),
});
