import type { Part } from '@tollgate/lifecycle';
import { readSeed } from './catalog/seed/seed';
import type { SecretBox } from '@tollgate/secret-box';
import type { RunCatalogCommand } from './catalog/manage/run-catalog-command';
import { createSeedAtStart } from './catalog/seed/seed-at-start';
import type { Base } from './wire-base';

/** Seeds the catalog at every start: shipped models, and providers of the environment. */
export function wireSeed(
  { config, logger }: Base,
  options: {
    readonly secrets: SecretBox;
    readonly run: RunCatalogCommand;
    readonly directory: string;
  },
): Part {
  const { isCatalogSeeded, providerAccounts, simulatorUrl } = config;
  const keys = new Map(
    [...providerAccounts].map(([variable, { apiKey, ...account }]) => [
      variable,
      { ...account, apiKey: apiKey?.reveal() ?? '' },
    ]),
  );
  const seed = createSeedAtStart({
    run: options.run,
    seed: readSeed(options.directory),
    accounts: { keys, simulatorUrl },
    secrets: options.secrets,
    isCatalogSeeded,
    logger,
  });
  return { name: 'catalog seed', start: seed };
}
