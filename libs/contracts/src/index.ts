export * from './gen/tollgate/auth/v1/auth_service';
export * from './gen/tollgate/auth/v1/caller';
export * from './gen/tollgate/auth/v1/directory_service';
export * from './gen/tollgate/billing/v1/org_service';
export * from './gen/tollgate/billing/v1/wallet';
export * from './gen/tollgate/billing/v1/wallet_service';
export * from './gen/tollgate/catalog/v1/catalog_service';
export * from './gen/tollgate/catalog/v1/model';
export * from './gen/tollgate/events/v1/audit_recorded';
export * from './gen/tollgate/events/v1/evidence_recorded';
export * from './gen/tollgate/events/v1/refusal_recorded';
export * from './gen/tollgate/events/v1/usage_recorded';
export * from './gen/tollgate/orgs/v1/organization';
export * from './gen/tollgate/orgs/v1/orgs_service';
export * from './gen/tollgate/orgs/v1/policy';
export * from './gen/tollgate/orgs/v1/policy_service';
export * from './gen/tollgate/relay/v1/video_admission_service';
export {
  HealthClient,
  HealthCheckRequest,
  HealthCheckResponse,
  HealthCheckResponse_ServingStatus,
  HealthService,
  type HealthServer,
} from './gen/grpc/health/v1/health';
export { topics } from './topics';
