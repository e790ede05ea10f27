import { join } from 'node:path';
import { ConfigError } from '@tollgate/config';
import { runService, type Lifecycle } from '@tollgate/lifecycle';
import { createLogger } from '@tollgate/observability';
import { authConfig, type AuthConfig } from './config';
import { wireAuth } from './wiring';

function loadConfig(): AuthConfig {
  try {
    return authConfig.load(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = loadConfig();
const logger = createLogger({ service: 'auth', level: config.logLevel });
let lifecycle: Lifecycle | undefined;
const { parts } = wireAuth({
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
