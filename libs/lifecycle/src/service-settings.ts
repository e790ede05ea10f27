import type { Logger } from '@tollgate/observability';
import type { Tracer } from '@tollgate/tracing';
import type { Lifecycle } from './lifecycle';

/** What a host gives to every service that it starts; several services may have one host. */
export interface ServiceSettings<Config> {
  readonly config: Config;
  readonly logger: Logger;
  /** Left out: nothing is traced. */
  readonly tracer?: Tracer;
  /** Of this service alone: the service starts its parts with it, the host stops them. */
  readonly lifecycle: Pick<Lifecycle, 'start' | 'isReady'>;
}
