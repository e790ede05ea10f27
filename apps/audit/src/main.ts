import { join } from 'node:path';
import { ConfigError } from '@tollgate/config';
import { runService, type Lifecycle } from '@tollgate/lifecycle';
import { createLogger } from '@tollgate/observability';
import { auditConfig, type AuditConfig } from './config';
import { wireAudit } from './wiring';

function loadConfig(): AuditConfig {
  try {
    return auditConfig.load(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = loadConfig();
const logger = createLogger({ service: 'audit', level: config.logLevel });
let lifecycle: Lifecycle | undefined;
const { parts } = wireAudit({
  config,
  logger,
  migrationsDirectory: join(__dirname, 'migrations'),
  isReady: () => lifecycle?.isReady() ?? false,
});
void runService({
  logger,
  host: process,
  parts,
  onLifecycle: (created) => {
    lifecycle = created;
  },
});
