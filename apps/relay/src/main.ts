import { join } from 'node:path';
import { runService } from '@tollgate/lifecycle';
import { createLogger } from '@tollgate/observability';
import { relayConfig } from './config';
import { wireRelay } from './wiring';

try {
  const config = relayConfig.load(process.env);
  const logger = createLogger({ service: 'relay', level: config.logLevel });
  const relay = wireRelay({ config, logger, migrationsDirectory: join(__dirname, 'migrations') });
  void runService({ logger, host: process, parts: relay.parts, onLifecycle: relay.onLifecycle });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
