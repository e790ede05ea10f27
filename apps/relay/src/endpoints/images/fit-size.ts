/** Offered by most models; for models whose sizes are not in the catalog. */
const commonSizes = ['1024x1024', '1536x1024', '1024x1536'];

/** The supported size that is nearest to the requested one: by its shape first, then its area. */
export function fitSize(
  wanted: string | undefined,
  supported: readonly string[],
): string | undefined {
  if (wanted === undefined || supported.includes(wanted)) return wanted;
  const isShape = wanted.includes(':');
  if (!isShape && supported.length === 0) return wanted;
  const target = readShape(wanted);
  const options = (supported.length > 0 ? supported : commonSizes)
    .map((size) => ({ size, shape: readShape(size) }))
    .filter((option) => option.shape !== undefined);
  if (target === undefined) return undefined;
  const ranked = options.sort(
    (left, right) => measure(left.shape, target, isShape) - measure(right.shape, target, isShape),
  );
  return ranked[0]?.size;
}

/** Width by height in lowest terms, for providers that take a ratio. */
export function findRatio(size: string | undefined): string | undefined {
  const shape = size === undefined ? undefined : readShape(size);
  if (shape === undefined) return undefined;
  const divisor = findDivisor(shape.width, shape.height);
  return `${shape.width / divisor}:${shape.height / divisor}`;
}

interface Shape {
  readonly width: number;
  readonly height: number;
}

function readShape(size: string): Shape | undefined {
  const [width = 0, height = 0] = size.split(/[x:]/).map(Number);
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** A different shape is worse than any different area. */
const shapeWeight = 100;

function measure(shape: Shape | undefined, target: Shape, isShape: boolean): number {
  if (shape === undefined) return Number.POSITIVE_INFINITY;
  const byShape = Math.abs(Math.log((shape.width / shape.height) * (target.height / target.width)));
  const byArea = isShape
    ? 0
    : Math.abs(Math.log((shape.width * shape.height) / (target.width * target.height)));
  return byShape * shapeWeight + byArea;
}

function findDivisor(left: number, right: number): number {
  return right === 0 ? left : findDivisor(right, left % right);
}
