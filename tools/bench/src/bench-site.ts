import { startGateway, type Gateway } from './gateway';
import { startYardstick, type Yardstick } from './yardstick';

/** The gateway, and the bare proxy of two hops in front of the same provider. */
export interface BenchSite {
  readonly gateway: Gateway;
  readonly yardstick: Yardstick;
  readonly stop: () => Promise<void>;
}

export async function startBenchSite(): Promise<BenchSite> {
  const gateway = await startGateway();
  const yardstick = await startYardstick(gateway.simulatorUrl);
  return {
    gateway,
    yardstick,
    stop: async () => {
      yardstick.stop();
      await gateway.stop();
    },
  };
}
