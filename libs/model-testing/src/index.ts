export { describeDialectContract, type DialectContractOptions } from './dialect-contract';
export { makeNeutralRequest, makeUpstreamTarget } from './make-request';
export {
  describeProviderContract,
  type ProviderContractOptions,
  type ProviderFixtureMeaning,
} from './provider-contract';
export { readFrames, type WireFrame } from './read-frames';
