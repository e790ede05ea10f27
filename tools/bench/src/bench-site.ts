import { getFreePort } from '@tollgate/embedded';
import { startGateway, type Gateway } from './gateway';
import { startHop } from './processes';

/** The gateway, and the bare proxy of two hops in front of the same provider. */
export interface BenchSite {
  readonly gateway: Gateway;
  readonly yardstickUrl: string;
  /** Of both hops. */
  readonly yardstickPids: Readonly<Record<string, number>>;
  readonly stop: () => Promise<void>;
}

export async function startBenchSite(): Promise<BenchSite> {
  const gateway = await startGateway();
  const backPort = await getFreePort();
  const frontPort = await getFreePort();
  const back = await startHop('yardstick-back.main.js', backPort, gateway.simulatorUrl);
  const front = await startHop(
    'yardstick-front.main.js',
    frontPort,
    `http://127.0.0.1:${backPort}`,
  );
  return {
    gateway,
    yardstickUrl: `http://127.0.0.1:${frontPort}`,
    yardstickPids: { front: front.pid ?? 0, back: back.pid ?? 0 },
    stop: async () => {
      front.kill();
      back.kill();
      await gateway.stop();
    },
  };
}
