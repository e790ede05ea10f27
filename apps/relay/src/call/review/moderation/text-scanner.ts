import { Worker } from 'node:worker_threads';
import { scanTexts, type RuleSet, type ScanResult } from '@tollgate/content-rules';
import { AppError } from '@tollgate/errors';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { ScanTexts } from '../filter-call';
import type { ScanAnswer, ScanJob } from './answer-scan';

export interface TextScannerOptions {
  readonly workerFile: string;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}

interface Waiting {
  readonly resolve: (result: ScanResult) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** Longer texts are scanned in the worker thread, so that they do not block the event loop. */
const charactersHereMax = 16_384;
/** A slower scan is a strike; a quick scan removes one. */
const quickMsMax = 5;
/** Several, because the first scans of a rule set compile it, and any scan may be preempted. */
const strikesMax = 10;
/** How long the rules with too many strikes are scanned in the worker thread. */
const awayMs = 60_000;
const waitingMax = 1_000;
const timeoutMs = 10_000;

/**
 * Scans short texts in place and long ones in a worker thread, so that neither a long prompt nor a
 * slow pattern of one organization delays other calls.
 */
export class TextScanner implements Part {
  readonly name = 'text scanner';
  readonly #options: TextScannerOptions;
  readonly #records = new WeakMap<RuleSet, { strikes: number; awayUntilMs: number }>();
  readonly #keys = new WeakMap<RuleSet, string>();
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #jobs = 0;
  #sets = 0;

  constructor(options: TextScannerOptions) {
    this.#options = options;
  }

  readonly scan: ScanTexts = (rules, texts, options) => {
    const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
    const startedMs = this.#options.getNowMs();
    const isAway = (this.#records.get(rules)?.awayUntilMs ?? startedMs) > startedMs;
    if (characters > charactersHereMax || isAway) {
      return this.#scanElsewhere(rules, texts, options);
    }
    const result = scanTexts(rules, texts, options);
    this.#judge(rules, startedMs);
    return result;
  };

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  #judge(rules: RuleSet, startedMs: number): void {
    const nowMs = this.#options.getNowMs();
    const isSlow = nowMs - startedMs > quickMsMax;
    const known = this.#records.get(rules);
    if (!isSlow && known === undefined) return;
    const strikes = Math.max(0, (known?.strikes ?? 0) + (isSlow ? 1 : -1));
    const isOut = strikes >= strikesMax;
    this.#records.set(
      rules,
      isOut ? { strikes: 0, awayUntilMs: nowMs + awayMs } : { strikes, awayUntilMs: 0 },
    );
  }

  #scanElsewhere(...[rules, texts, options]: Parameters<ScanTexts>): Promise<ScanResult> {
    if (this.#waiting.size >= waitingMax)
      throw new AppError('overloaded', { retryAfterSeconds: 1 });
    const job: ScanJob = {
      id: this.#jobs++,
      rulesKey: this.#nameRules(rules),
      rules: rules.rules,
      allowedPhrases: rules.injectionAllowedPhrases,
      texts: texts.map(({ isNew, role, text }) => ({ isNew, role, text })),
      options,
    };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(job.id), timeoutMs);
      this.#waiting.set(job.id, { resolve, reject, timer });
      this.#getWorker().postMessage(job);
    });
  }

  #nameRules(rules: RuleSet): string {
    const known = this.#keys.get(rules) ?? String(this.#sets++);
    this.#keys.set(rules, known);
    return known;
  }

  #getWorker(): Worker {
    this.#worker ??= this.#startWorker();
    return this.#worker;
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#options.workerFile);
    worker.unref();
    worker.on('message', (answer: ScanAnswer) => this.#settle(answer));
    worker.on('error', (error: unknown) => this.#onDead(worker, error));
    worker.on('exit', () => this.#onDead(worker, new Error('the scanner ended')));
    return worker;
  }

  #settle(answer: ScanAnswer): void {
    const waiting = this.#take(answer.id);
    if (waiting === undefined) return;
    if ('result' in answer) waiting.resolve(answer.result);
    else waiting.reject(new Error(answer.error));
  }

  /** A stuck thread blocks the scans behind it: it is replaced. */
  #giveUp(id: number): void {
    this.#options.logger.warn('scan of a text took too long');
    this.#take(id)?.reject(new AppError('overloaded', { retryAfterSeconds: 5 }));
    void this.#worker?.terminate();
  }

  #onDead(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const id of [...this.#waiting.keys()]) {
      this.#take(id)?.reject(new AppError('overloaded', { retryAfterSeconds: 1, cause: error }));
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
