import type { UsageFault } from './instructions';

const hugeCount = '1000000000000000';

/** A count as JSON text, spoiled as requested. */
export function spoilCount(tokens: number, fault: UsageFault | undefined): string {
  switch (fault) {
    case 'zero':
      return '0';
    case 'negative':
      return `-${tokens}`;
    case 'fraction':
      return `${tokens}.5`;
    case 'string':
      return `"${tokens}"`;
    case 'huge':
      return hugeCount;
    case 'nan':
      return 'NaN';
    default:
      return String(tokens);
  }
}
