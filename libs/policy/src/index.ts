export { compileAllowedModels, type AllowsModel } from './allowed-models';
export {
  personalPolicy,
  type ByokKey,
  type CallerPolicy,
  type PermissionScope,
} from './caller-policy';
export { checkPermission } from './check-permission';
export { policyChannel } from './policy-channel';
export { PolicyKeeper } from './policy-keeper';
export type { PolicySource } from './policy-source';
