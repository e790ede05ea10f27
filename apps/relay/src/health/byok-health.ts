import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Attempt } from '../call/attempt/opened-call';

export interface ByokReport {
  readonly byokId: string;
  readonly orgId: string;
  /** In a row, since the last successful call. */
  readonly authFailures: number;
  readonly hasSucceeded: boolean;
  readonly lastError: string;
}

export interface ByokHealthOptions {
  readonly report: (report: ByokReport) => Promise<void>;
  readonly logger: Logger;
}

type Tally = Omit<ByokReport, 'byokId'>;

const reportMs = 5_000;
const keysMax = 10_000;

/** Reports to orgs every few seconds how calls over own provider keys went. */
export class ByokHealth implements Part {
  readonly name = 'byok health';
  readonly #options: ByokHealthOptions;
  #tallies = new Map<string, Tally>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ByokHealthOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), reportMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** Only authentication failures count against a key: its provider may just be busy. */
  note(orgId: string, { error, provider, routeId, status }: Attempt): void {
    if (provider !== 'byok') return;
    const known = this.#tallies.get(routeId);
    if (known === undefined && this.#tallies.size >= keysMax) return;
    const base: Tally = known ?? { orgId, authFailures: 0, hasSucceeded: false, lastError: '' };
    if (error === '') {
      this.#tallies.set(routeId, { ...base, authFailures: 0, hasSucceeded: true, lastError: '' });
      return;
    }
    const isAuth = error === 'upstream_auth_failed';
    const authFailures = base.authFailures + (isAuth ? 1 : 0);
    const lastError = status === 0 ? error : `${error} (${status})`;
    this.#tallies.set(routeId, { ...base, authFailures, lastError });
  }

  /** A failed report is dropped: later calls report again. */
  async flush(): Promise<void> {
    const tallies = this.#tallies;
    this.#tallies = new Map();
    for (const [byokId, tally] of tallies) {
      try {
        await this.#options.report({ byokId, ...tally });
      } catch (error) {
        this.#options.logger.warn('byok health not reported', { byokId, error });
      }
    }
  }
}
