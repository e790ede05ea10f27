import { Agent, buildConnector, type Dispatcher } from 'undici';
import {
  ForbiddenAddressError,
  isForbiddenLiteral,
  makeGuardedLookup,
  type ResolveName,
} from './guarded-lookup';
import type { OutboundRules } from './outbound-rules';

export interface GuardedAgentOptions extends Agent.Options {
  readonly rules: OutboundRules;
  readonly connectTimeoutMs: number;
  /** The resolver; by default that of the system. */
  readonly resolve?: ResolveName;
}

/**
 * Connects only to addresses that a tenant may choose, checked at every connect. It follows no
 * redirects: callers get them as answers.
 */
export function createGuardedAgent({
  connectTimeoutMs,
  resolve,
  rules,
  ...options
}: GuardedAgentOptions): Dispatcher {
  const lookup = makeGuardedLookup(rules, resolve);
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup });
  return new Agent({
    ...options,
    connect: (target, done) => {
      if (isForbiddenLiteral(target.hostname, rules)) {
        done(new ForbiddenAddressError('this address is not allowed'), null);
        return;
      }
      connect(target, done);
    },
  });
}
