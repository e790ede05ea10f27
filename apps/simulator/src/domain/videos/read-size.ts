export interface Pixels {
  readonly width: number;
  readonly height: number;
}

const pixelsMax = 1_920;
const pixelsMin = 16;
const sideDefault = 720;

/** Of `1280x720` or `1280*720`. Larger ones are reduced: no test counts the pixels. */
export function readPixels(size: unknown): Pixels | undefined {
  const [, width, height] = /^(\d{2,4})[x*](\d{2,4})$/.exec(String(size)) ?? [];
  if (width === undefined || height === undefined) return undefined;
  return bound({ width: Number(width), height: Number(height) });
}

/** Of `720p` or `720P`, and `16:9`. */
export function computePixels(resolution: unknown, ratio: unknown): Pixels {
  const side = Number(/^(\d{3,4})p$/i.exec(String(resolution))?.[1] ?? sideDefault);
  const [, across = '16', down = '9'] = /^(\d{1,2}):(\d{1,2})$/.exec(String(ratio)) ?? [];
  const share = Number(across) / Number(down);
  return share >= 1
    ? bound({ width: side * share, height: side })
    : bound({ width: side, height: side / share });
}

function bound({ height, width }: Pixels): Pixels {
  const shrink = Math.min(1, pixelsMax / Math.max(width, height));
  const even = (length: number): number =>
    Math.max(pixelsMin, 2 * Math.round((length * shrink) / 2));
  return { width: even(width), height: even(height) };
}
