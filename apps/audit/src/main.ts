import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { auditConfig } from './config';
import { wireAudit } from './wiring';

startService({
  definition: auditConfig,
  host: process,
  wire: (context) => wireAudit({ ...context, migrationsDirectory: join(__dirname, 'migrations') }),
});
