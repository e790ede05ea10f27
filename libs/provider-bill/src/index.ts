export { type BillRow, type Figure, type Figures } from './bill';
export { BillError } from './bill-error';
export {
  compareBill,
  makeTolerance,
  toleranceDefaults,
  type Compared,
  type DayReceipts,
  type Difference,
  type Tolerance,
} from './compare-bill';
export { readNanos } from './read-amount';
export { readBill, type Bill } from './read-bill';
