import { AppError } from '@tollgate/errors';
import { makeBrakeSignal, type BrakeSettings } from './brake';
import type { BrakeStore, ReadPlatformSpend } from './ports';

export interface BrakeReport {
  readonly settings: BrakeSettings;
  readonly isTripped: boolean;
}

export type GetBrake = () => Promise<BrakeReport>;

export function getBrakeUseCase(ports: {
  readonly store: Pick<BrakeStore, 'find'>;
  readonly readSpend: ReadPlatformSpend;
}): GetBrake {
  return async () => {
    const settings = await ports.store.find();
    if (settings.state !== 'auto') return { settings, isTripped: settings.state === 'manual' };
    const spend = await ports.readSpend().catch((cause: unknown) => {
      throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
    });
    return { settings, isTripped: makeBrakeSignal(settings, spend).isTripped };
  };
}
