export { isPublicAddress } from './public-address';
export { isPublicUrl, parseHttpUrl } from './public-url';
export { findUrlFault } from './check-url';
export { createGuardedAgent, type GuardedAgentOptions } from './guarded-agent';
export { ForbiddenAddressError, type ResolveName } from './guarded-lookup';
export { makeOutboundRules, type OutboundRules, type OutboundSettings } from './outbound-rules';
