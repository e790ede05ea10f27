export { describeDialectContract, type DialectContractOptions } from './dialect-contract';
export { makeSubmitInput, type SubmitChanges } from './make-submit-input';
export { makeNeutralRequest, makeUpstreamTarget } from './make-request';
export {
  describeProviderContract,
  type ProviderContractOptions,
  type ProviderFixtureMeaning,
} from './provider-contract';
export { readFrames, type WireFrame } from './read-frames';
export { describeVideoContract, type VideoContractOptions } from './video-contract';
