import type { ScanTexts } from './filter-call';

/** Asks an outside moderator. Returns the categories that match. */
export type Moderate = (texts: readonly string[]) => Promise<readonly string[]>;

/** What the platform refuses for every caller. */
export interface PlatformReview {
  readonly isEmpty: boolean;
  /** Categories of the rules that match. */
  review(texts: readonly string[], scan: ScanTexts): readonly string[] | Promise<readonly string[]>;
}
