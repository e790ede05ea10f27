export { isPublicUrl, parseHttpUrl } from './public-url';
export { findUrlFault } from './check-url';
export { createGuardedAgent } from './guarded-agent';
export { ForbiddenAddressError, type ResolveName } from './guarded-lookup';
export { makeOutboundRules, type OutboundRules } from './outbound-rules';
export { AnswerTooLongError, readAnswerText } from './read-answer-text';
