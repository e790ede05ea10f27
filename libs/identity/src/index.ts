export { getAddressBlock } from './address-block';
export { createServiceApp, type ServiceAppOptions } from './create-service-app';
export {
  anonymousIdentity,
  type CallerIdentity,
  type CallerKind,
  type OrgCaller,
  type SpendLimit,
} from './caller-identity';
export { decodeCaller, encodeCaller, type ResolvedCaller } from './caller-message';
export {
  decodeEndedKey,
  encodeEndedKey,
  type EndedKey,
  type KeyEndReason,
} from './ended-key-message';
export { createEdgeSigner } from './edge-signer.fake';
export { identityHeader, sealHeader, unsignedHeaders } from './header-names';
export { createIdentitySigner, type IdentitySigner } from './identity-signer';
export { createIdentityVerifier, type IdentityVerifier } from './identity-verifier';
export type { SealedRequest } from './request-seal';
export { findIdentity, getIdentity, handIdentity, requireIdentity } from './require-identity';
export { getSessionCookie, readCookie, type SessionCookie } from './session-cookie';
export { getRateSubject } from './rate-subject';
export { getRequestsPerMinute, isFreeTier, type TierAccount } from './rate-tier';
export { readOperator, requireOperator, type Operator } from './operator';
export {
  isOperatorScope,
  isTokenActorId,
  makeTokenActorId,
  operatorScopes,
  type OperatorScope,
} from './operator-scope';
