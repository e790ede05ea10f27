export { overloadedUnless } from './answers';
export { createAuthClient, type AuthClient, type Contact, type UserCounts } from './auth-client';
export { createFakeAuthClient } from './auth-client.fake';
export { createCatalogClient, type CatalogClient } from './catalog-client';
export { createFakeCatalogClient } from './catalog-client.fake';
export type { ClientOptions } from './client-options';
export { closeTogether, type Connected } from './connected';
export {
  createDirectoryClient,
  type DirectoryClient,
  type DirectoryUser,
  type OrgKeys,
} from './directory-client';
export { createFakeDirectoryClient, type FakeDirectoryClient } from './directory-client.fake';
export { createHealthClient, type HealthClient } from './health-client';
export {
  createOrgBillingClient,
  type OrgBillingClient,
  type OrgMonth,
  type OrgTerms,
} from './org-billing-client';
export { createFakeOrgBillingClient, type FakeOrgBillingClient } from './org-billing-client.fake';
export { createMembershipSource, createOrgsClient, type OrgsClient } from './orgs-client';
export { createFakeOrgsClient, type FakeOrgs } from './orgs-client.fake';
export { createPolicyClient, type ByokReport, type PolicyClient } from './policy-client';
export { createFakePolicyClient, type FakePolicyClient } from './policy-client.fake';
export {
  createSpendWindows,
  type SpendScope,
  type SpendWindows,
  type WindowSpend,
} from './spend-windows';
export { createVideoAdmissionClient, type VideoAdmissionClient } from './video-admission-client';
export { createFakeVideoAdmissionClient } from './video-admission-client.fake';
export {
  createWalletClient,
  type EndedHold,
  type KeyTotal,
  type KeyUsage,
  type WalletClient,
  type WalletFigures,
} from './wallet-client';
export { createFakeWalletClient, type FakeWalletClient } from './wallet-client.fake';
