import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { billingConfig } from './config';
import { wireBilling } from './wiring';

startService({
  definition: billingConfig,
  host: process,
  wire: (context) =>
    wireBilling({ ...context, migrationsDirectory: join(__dirname, 'migrations') }),
});
