export { compileAllowedModels, type AllowsModel } from './allowed-models';
export {
  permissionScopes,
  personalPolicy,
  type ByokKey,
  type CallerPolicy,
  type PermissionScope,
} from './caller-policy';
export { checkPermission } from './check-permission';
export { compilePolicy, type CompiledPolicy } from './compile-policy';
export { policyChannel } from './policy-channel';
export { PolicyKeeper, type PolicyKeeperOptions } from './policy-keeper';
export type { PolicyChanges, PolicySource } from './policy-source';
