import type { AuditEntry } from '@tollgate/event-log';
import type { BrakeSignal, PlatformSpendReading } from '@tollgate/till';
import type { BrakeSettings, BrakeWindow } from './brake';

export interface BrakeStore {
  find(): Promise<BrakeSettings>;
  /** Saves what `change` makes of the settings, with an entry for the audit log. */
  update(
    change: (before: BrakeSettings) => BrakeSettings,
    makeAudit: (before: BrakeSettings, after: BrakeSettings) => AuditEntry,
  ): Promise<BrakeSettings>;
  /** Audited once per window and hour; false when that has happened. */
  recordTrip(window: BrakeWindow, hourMs: number, entry: AuditEntry): Promise<boolean>;
}

/** Where every edge reads the state. */
export interface BrakeSignals {
  /** Writes the state, and publishes it when it is news. */
  send(signal: BrakeSignal): Promise<void>;
}

export type ReadPlatformSpend = () => Promise<PlatformSpendReading>;
