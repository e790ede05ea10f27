import { join } from 'node:path';
import { runService } from '@tollgate/lifecycle';
import { createLogger } from '@tollgate/observability';
import { billingConfig } from './config';
import { wireBilling } from './wiring';

try {
  const config = billingConfig.load(process.env);
  const logger = createLogger({ service: 'billing', level: config.logLevel });
  const billing = wireBilling({
    config,
    logger,
    migrationsDirectory: join(__dirname, 'migrations'),
  });
  void runService({
    logger,
    host: process,
    parts: billing.parts,
    onLifecycle: billing.onLifecycle,
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
