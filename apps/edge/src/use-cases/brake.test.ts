import { silentLogger } from '@tollgate/observability';
import { formatBrakeSignal } from '@tollgate/till';
import { createBrake } from './brake';

const manual = formatBrakeSignal({ isTripped: true, retryAfterSeconds: 300, untilMs: null });
const off = formatBrakeSignal({ isTripped: false, retryAfterSeconds: 0, untilMs: null });

function setUp() {
  const time = { nowMs: 1_000_000 };
  const brake = createBrake({ clock: { nowMs: () => time.nowMs }, logger: silentLogger });
  const spend = (): void => brake.apply({ bucket: 'inference' });
  return { brake, spend, time };
}

describe('the global brake', () => {
  it('lets everything pass before its first state', () => {
    const { brake, spend } = setUp();
    brake.onSignal(null);
    expect(spend).not.toThrow();
  });

  it('stops what spends money, and nothing else', () => {
    const { brake, spend } = setUp();
    brake.onSignal(manual);
    expect(spend).toThrow(
      expect.objectContaining({ reason: 'global_brake', status: 503, retryAfterSeconds: 300 }),
    );
    expect(() => brake.apply({ bucket: 'management' })).not.toThrow();
    expect(() => brake.apply({ bucket: null })).not.toThrow();
    brake.onSignal(off);
    expect(spend).not.toThrow();
  });

  it('opens by itself when the window of an automatic stop ends', () => {
    const { brake, spend, time } = setUp();
    const untilMs = time.nowMs + 5_000;
    brake.onSignal(formatBrakeSignal({ isTripped: true, retryAfterSeconds: 30, untilMs }));
    expect(spend).toThrow(expect.objectContaining({ retryAfterSeconds: 30 }));
    time.nowMs = untilMs;
    expect(spend).not.toThrow();
  });

  it('stays as it is when Redis was emptied or says nonsense', () => {
    const { brake, spend } = setUp();
    brake.onSignal(manual);
    brake.onSignal(null);
    brake.onSignal('{"isTripped":"no"}');
    brake.onSignal('{');
    expect(spend).toThrow(expect.objectContaining({ reason: 'global_brake' }));
  });

  it('lets nothing be spent when its state is older than 15 seconds', () => {
    const { brake, spend, time } = setUp();
    time.nowMs += 15_000;
    expect(spend).not.toThrow();
    time.nowMs += 1;
    expect(spend).toThrow(expect.objectContaining({ reason: 'overloaded', status: 503 }));
    brake.onSignal(null);
    expect(spend).not.toThrow();
  });
});
