export { describeDialectContract, type DialectContractOptions } from './dialect-contract';
export { describeProviderContract, type ProviderContractOptions } from './provider-contract';
