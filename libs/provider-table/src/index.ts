export { findQuirks, findSearch, type ProviderSearch } from './find-quirks';
export {
  providerRowSchema,
  type ListedPrices,
  type ProviderQuirks,
  type ProviderRow,
} from './provider-row';
export { findProviderRow, nameAddress, providerRows } from './provider-rows';
