import type { Handlers } from '@tollgate/http';
import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import { PlatformSpend } from '@tollgate/till';
import type { ModulePorts } from '../shared/module-ports';
import { applyBrakeUseCase, type GetBrake, getBrakeUseCase, setBrakeUseCase } from './manage-brake';
import { createBrakeStore } from './brake-store';
import type { brakeOperations } from './brake.operations';
import { createBrakeHandlers } from './brake.route';
import { createRedisBrakeSignals } from './redis-brake-signals';

const intervalMs = 1_000;

/** The brake on the spend of the whole platform. */
export function createBrakeModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof brakeOperations>;
  readonly parts: readonly Part[];
  readonly getBrake: GetBrake;
} {
  const { database, logger, redis } = ports;
  const store = createBrakeStore(database);
  const platformSpend = new PlatformSpend(redis);
  const readSpend = () => platformSpend.read();
  const signals = createRedisBrakeSignals(redis);
  const applyBrake = applyBrakeUseCase({ store, signals, readSpend, logger });
  const getBrake = getBrakeUseCase({ store, readSpend });
  const setBrake = setBrakeUseCase({ store, applyBrake, logger });
  return {
    handlers: createBrakeHandlers({ getBrake, setBrake }),
    parts: [createRepeatingPart({ name: 'apply brake', intervalMs, run: applyBrake, logger })],
    getBrake,
  };
}
