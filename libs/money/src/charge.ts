import { type Nanos, type Picos, picosPerNano } from './nanos';

/** One line of a receipt: so many units of one kind at one price. */
export interface ChargeLine {
  readonly bucket: string;
  readonly units: bigint;
  readonly pricePicos: Picos;
}

/** Half up, once per charge: rounding per line would let many small lines drift from the total. */
export function roundPicosToNanos(picos: bigint): Nanos {
  if (picos < 0n) throw new RangeError('a charge is never negative');
  return (picos + picosPerNano / 2n) / picosPerNano;
}

function sumPicos(lines: readonly ChargeLine[]): bigint {
  return lines.reduce((sum, line) => sum + line.units * line.pricePicos, 0n);
}

export function computeCharge(lines: readonly ChargeLine[]): Nanos {
  return roundPicosToNanos(sumPicos(lines));
}
