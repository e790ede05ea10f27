import { silentLogger } from '@tollgate/observability';
import { emptySnapshot } from './catalog';
import { CatalogKeeper } from './catalog-keeper';

it('applies a change that arrives during a refresh with the next refresh', async () => {
  let version = 1n;
  let answer = (): void => undefined;
  const keeper = new CatalogKeeper({
    readVersion: () => {
      const seen = version;
      return new Promise((resolve) => (answer = () => resolve(seen)));
    },
    load: async () => ({ ...emptySnapshot, version }),
    logger: silentLogger,
  });
  await keeper.start();
  keeper.stop();
  const polled = keeper.refresh();
  version = 2n;
  const announced = keeper.refresh();
  answer();
  await new Promise((resolve) => setImmediate(resolve));
  expect(keeper.snapshot.version).toBe(1n);
  answer();
  await Promise.all([polled, announced]);
  expect(keeper.snapshot.version).toBe(2n);
});
