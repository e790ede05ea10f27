import type { Logger } from '@tollgate/observability';
import type { PaymentProviders } from '../top-ups/payment-ports';
import type { PaymentMethodStore } from './ports';

/** Asks providers to delete payment methods that were removed here; how many are gone. */
export type DeleteMethods = () => Promise<number>;

const methodsMax = 20;

export function deleteMethodsUseCase(ports: {
  readonly methods: PaymentMethodStore;
  readonly providers: PaymentProviders;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): DeleteMethods {
  const { logger, methods, providers } = ports;
  return async () => {
    let detached = 0;
    for (const method of await methods.claimDetaches(ports.getNowMs(), methodsMax)) {
      try {
        await providers.get(method.provider)?.savedMethods?.detach(method);
        await methods.markDetached(method.id, ports.getNowMs());
        detached += 1;
      } catch (error) {
        logger.warn('payment method not deleted yet', { methodId: method.id, error });
      }
    }
    return detached;
  };
}
