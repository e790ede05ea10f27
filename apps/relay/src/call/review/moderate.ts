import type { ScanTexts } from './filter-call';

/** Asks somebody else about texts. Answers the categories that they fall into. */
export type Moderate = (texts: readonly string[]) => Promise<readonly string[]>;

/** What the platform itself refuses. */
export interface PlatformReview {
  readonly isEmpty: boolean;
  /** Categories of the rules that hit; empty: none did. */
  review(texts: readonly string[], scan: ScanTexts): readonly string[] | Promise<readonly string[]>;
}
