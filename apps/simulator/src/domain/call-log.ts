export interface CallSummary {
  readonly id: string;
  readonly model: string;
  readonly isStreamed: boolean;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: 'running' | 'answered' | 'cancelled' | 'cut';
  /** Only after a reset that requested it. */
  readonly request?: { readonly headers: object; readonly body: string };
}

export interface CallStart {
  readonly id: string;
  readonly model: string;
  readonly isStreamed: boolean;
  readonly headers: object;
  readonly body: string;
}

export interface RunningCall {
  end(outcome: 'answered' | 'cancelled' | 'cut'): void;
}

const rememberedMax = 100;
const bodyCharactersMax = 64 * 1024;

interface Entry {
  readonly start: CallStart;
  readonly startedAtMs: number;
  endedAtMs: number | undefined;
  outcome: CallSummary['outcome'];
}

/** Counts calls and remembers the last ones, so that a test can see what reached the provider. */
export class CallLog {
  readonly #now: () => number;
  #entries: Entry[] = [];
  #inFlight = 0;
  #total = 0;
  #cancelled = 0;
  #keepsRequests = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  begin(start: CallStart): RunningCall {
    const entry: Entry = {
      start: this.#keepsRequests
        ? { ...start, body: start.body.slice(0, bodyCharactersMax) }
        : { ...start, headers: {}, body: '' },
      startedAtMs: this.#now(),
      endedAtMs: undefined,
      outcome: 'running',
    };
    this.#total += 1;
    this.#inFlight += 1;
    this.#entries.push(entry);
    // Twice the size before it is cut: moving the whole list on every call would show in profiles.
    if (this.#entries.length >= 2 * rememberedMax) {
      this.#entries = this.#entries.slice(-rememberedMax);
    }
    return {
      end: (outcome) => {
        if (entry.endedAtMs !== undefined) return;
        entry.endedAtMs = this.#now();
        entry.outcome = outcome;
        this.#inFlight -= 1;
        if (outcome === 'cancelled') this.#cancelled += 1;
      },
    };
  }

  /** Forgets the past; calls that still run stay in flight. */
  reset(options: { readonly keepsRequests: boolean }): void {
    this.#keepsRequests = options.keepsRequests;
    this.#entries = [];
    this.#total = 0;
    this.#cancelled = 0;
  }

  describe(): object {
    return {
      inFlight: this.#inFlight,
      total: this.#total,
      cancelled: this.#cancelled,
      calls: this.#entries.slice(-rememberedMax).map((entry) => this.#summarize(entry)),
    };
  }

  #summarize({ start, startedAtMs, endedAtMs, outcome }: Entry): CallSummary {
    const { id, model, isStreamed, headers, body } = start;
    return {
      id,
      model,
      isStreamed,
      startedAt: new Date(startedAtMs).toISOString(),
      durationMs: Math.round((endedAtMs ?? this.#now()) - startedAtMs),
      outcome,
      ...(body === '' ? {} : { request: { headers, body } }),
    };
  }
}
