/** Resolution and aspect ratio of a size; either may be missing. */
export interface SizeReading {
  /** Such as 720p: the shorter side. */
  readonly resolution: string | undefined;
  /** Width by height. */
  readonly ratio: number | undefined;
}

/** Of `1280x720`, `720p` or `16:9`. */
export function readSize(size: string | undefined): SizeReading {
  const [, width, separator, height] = /^(\d+)([x:])(\d+)$/.exec(size ?? '') ?? [];
  if (width === undefined || height === undefined) {
    return { resolution: size?.endsWith('p') ? size : undefined, ratio: undefined };
  }
  const ratio = Number(width) / Number(height);
  if (separator === ':') return { resolution: undefined, ratio };
  return { resolution: `${Math.min(Number(width), Number(height))}p`, ratio };
}

/** Of `16:9`; undefined for other texts. */
export function readRatio(aspectRatio: string): number | undefined {
  return readSize(aspectRatio).ratio;
}

/** Sizes are rounded to multiples of blocks: 832x480 counts as 16:9. */
const ratioTolerance = 0.05;

/** The named ratio closest to a ratio. */
export function findAspectRatio(ratio: number, names: readonly string[]): string | undefined {
  const distances = names.flatMap((name) => {
    const value = readRatio(name);
    return value === undefined ? [] : [{ name, distance: Math.abs(value / ratio - 1) }];
  });
  const [nearest] = distances.sort((left, right) => left.distance - right.distance);
  return nearest !== undefined && nearest.distance <= ratioTolerance ? nearest.name : undefined;
}
