import { getFreePort } from '@tollgate/embedded';
import { startHop } from './processes';

/** The bare proxy of two hops. */
export interface Yardstick {
  readonly url: string;
  /** Of both hops. */
  readonly pids: Readonly<Record<string, number>>;
  readonly stop: () => void;
}

export async function startYardstick(providerUrl: string): Promise<Yardstick> {
  const backPort = await getFreePort();
  const frontPort = await getFreePort();
  const back = await startHop('yardstick-back.main.js', backPort, providerUrl);
  const front = await startHop(
    'yardstick-front.main.js',
    frontPort,
    `http://127.0.0.1:${backPort}`,
  );
  return {
    url: `http://127.0.0.1:${frontPort}`,
    pids: { front: front.pid ?? 0, back: back.pid ?? 0 },
    stop: () => {
      front.kill();
      back.kill();
    },
  };
}
