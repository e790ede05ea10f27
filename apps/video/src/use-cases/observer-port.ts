import type { WebhookEnd } from './ports';

export type PollOutcome = 'queued' | 'running' | 'completed' | 'failed' | 'unknown';
export type CopyOutcome = 'stored' | 'failed' | 'lost';

/** Receives events of jobs for metrics and logs. */
export interface JobObserver {
  noteSubmit(outcome: string): void;
  notePoll(outcome: PollOutcome, seconds: number): void;
  /** How long a due job waited. */
  noteLag(seconds: number): void;
  noteEnd(outcome: 'completed' | 'failed'): void;
  /** A job had to be ended without a word from its provider: an operator should know. */
  noteNoVerdict(): void;
  noteWebhook(outcome: WebhookEnd['state']): void;
  noteCopy(outcome: CopyOutcome): void;
}
