import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import { PlatformSpend } from '@tollgate/till';
import type { ModulePorts } from '../shared/module-ports';
import { applyBrakeUseCase } from './apply-brake';
import { createApplyBrakeJob } from './apply-brake.job';
import { createBrakeStore } from './brake-store';
import type { brakeOperations } from './brake.operations';
import { createGetBrakeRoute, createSetBrakeRoute } from './brake.route';
import { getBrakeUseCase, type GetBrake } from './get-brake';
import { createRedisBrakeSignals } from './redis-brake-signals';
import { setBrakeUseCase } from './set-brake';

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
  const options = { getBrake, setBrake: setBrakeUseCase({ store, applyBrake, logger }) };
  return {
    handlers: {
      'GET /api/admin/brake': createGetBrakeRoute(options),
      'PUT /api/admin/brake': createSetBrakeRoute(options),
    },
    parts: [createApplyBrakeJob({ applyBrake, logger })],
    getBrake,
  };
}
