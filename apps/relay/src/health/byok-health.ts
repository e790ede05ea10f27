import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Attempt } from '../call/attempt/opened-call';

export interface ByokReport {
  readonly byokId: string;
  readonly orgId: string;
  /** In a row, since the last call that was let in. */
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

/** Tells orgs every few seconds how calls over provider keys of organizations went. */
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

  /** Only what a provider says about the key counts: it may be busy without being wrong. */
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

  /** What cannot be told is gone: the next calls tell it again. */
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
