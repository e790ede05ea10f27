import type { VideoTask } from './video-request';

/** What the catalog says a model can do. What it does not say is left to the provider. */
export interface VideoModel {
  /** Seconds; the first is the default. */
  readonly durations?: readonly number[] | undefined;
  /** What they multiply the price of a second by. */
  readonly resolutions?: Readonly<Record<string, string | null>> | undefined;
  /** The first is the default. */
  readonly aspectRatios?: readonly string[] | undefined;
  readonly tasks?: readonly VideoTask[] | undefined;
  readonly audioMultiplier?: string | null | undefined;
}
