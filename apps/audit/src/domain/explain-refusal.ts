import type { Refusal, RefusalScope } from './refusal';

const owners: Readonly<Record<RefusalScope, string>> = {
  key: 'this key',
  session: 'this session',
  member: 'this member',
  team: 'this team',
  org: 'this organization',
  account: 'your account',
  address: 'your address',
  installation: 'this installation',
  provider: 'the provider',
};

const admin = 'an admin of the organization';

/** What the caller can do about a refusal, in one sentence. */
export function explainRemedy(
  refusal: Pick<Refusal, 'code' | 'orgId' | 'resetsAt' | 'scope'>,
): string {
  const { code, orgId, resetsAt, scope } = refusal;
  const ofKey = explainKeyEnd(code, orgId !== '');
  if (ofKey !== undefined) return ofKey;
  const wait = resetsAt === null ? '' : `Wait until ${formatTime(resetsAt)}, or `;
  switch (code) {
    case 'rate_limited':
      if (scope === 'session') return 'Sign in again for a session with a new quota.';
      return sentence(wait, `send fewer requests with ${owners[scope]}`);
    case 'penalty_block':
      return 'Stop sending requests until the block ends: each one over the limit prolongs it.';
    case 'spend_breaker':
      return sentence(wait, `raise the spend breaker of ${owners[scope]}`);
    case 'spend_limit_exceeded':
      return sentence(wait, 'raise the spend limit of this key');
    case 'budget_cap_reached':
      return sentence(wait, `ask ${admin} to raise the budget of ${owners[scope]}`);
    case 'insufficient_credits':
      return `Top up ${owners[scope]}, or send a request that can cost less.`;
    case 'credit_limit_exceeded':
      return 'Pay open invoices or ask the operator for a higher credit line.';
    default:
      return explainPolicy(code, scope);
  }
}

/** For keys that have ended; in an organization only administrators change and make keys. */
function explainKeyEnd(code: string, isOfOrg: boolean): string | undefined {
  switch (code) {
    case 'key_deleted':
      return isOfOrg
        ? `A deleted key does not work again: ask ${admin} or of its team for another key.`
        : 'A deleted key does not work again: make another key.';
    case 'key_disabled':
      return isOfOrg
        ? `Ask ${admin} or of its team to enable the key, or use another one.`
        : 'Enable the key again, or make another one.';
    case 'key_expired':
      return isOfOrg
        ? `Ask ${admin} or of its team to set a later end of the key, or use another one.`
        : 'Set a later end of the key, or make another one.';
    case 'key_rotated':
      return 'Use the new secret of the key, which was shown when the key was rotated.';
    default:
      return undefined;
  }
}

function explainPolicy(code: string, scope: RefusalScope): string {
  switch (code) {
    case 'model_not_allowed':
      return `Choose an allowed model, or ask ${admin} to allow this one for ${owners[scope]}.`;
    case 'content_filter':
      return scope === 'org'
        ? `Change the prompt, or ask ${admin} about the content rule that matched.`
        : 'Change the prompt: its content is not permitted here.';
    case 'invalid_prompt':
      return `Change the prompt, or ask ${admin} to allow the phrase that matched.`;
    case 'content_moderation':
      return 'Change the prompt, or choose a model of another provider.';
    case 'address_not_allowed':
      return 'Send the request from an allowed address, or change the address list of the key.';
    case 'account_suspended':
      return 'Ask the operator of this installation about the suspension.';
    default:
      return scope === 'account' || scope === 'key'
        ? 'Ask the operator of this installation.'
        : `Ask ${admin} for the permission.`;
  }
}

function sentence(wait: string, remedy: string): string {
  const text = wait + remedy;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function formatTime(time: Date): string {
  return time.toISOString().replace('.000Z', 'Z');
}
