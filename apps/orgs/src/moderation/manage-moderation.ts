import { isDeepStrictEqual } from 'node:util';
import { findRuleFault } from '@tollgate/content-rules';
import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import type { PolicySignal } from '../policy/ports';
import type { AuditAction } from '../shared/audit';
import type { Clock, OrgDatabase, Stores } from '../shared/ports';
import type { Actor } from '../shared/requester';
import { moderationRulesMax, type ModerationRule } from './moderation';

export type ModerationSettings = Omit<ModerationRule, 'id' | 'createdAt' | 'updatedAt'>;

export interface ManageModeration {
  readonly list: () => Promise<readonly ModerationRule[]>;
  readonly create: (
    actor: Actor,
    ulid: string,
    settings: ModerationSettings,
  ) => Promise<ModerationRule>;
  readonly update: (
    actor: Actor,
    ruleId: string,
    change: Partial<ModerationSettings>,
  ) => Promise<ModerationRule>;
  readonly remove: (actor: Actor, ruleId: string) => Promise<void>;
}

/** The platform's own rules stand under it. */
export const platformId = '';

/** The moderation rules of the platform. Relays are notified of every change. */
export function manageModerationUseCase(ports: {
  readonly database: OrgDatabase;
  readonly signal: PolicySignal;
  readonly clock: Clock;
}): ManageModeration {
  const { clock, database, signal } = ports;

  /** One change after the other, in force everywhere. */
  async function change<T>(run: (stores: Stores) => Promise<T>): Promise<T> {
    const result = await database.withTransaction(async (stores) => {
      await stores.moderationRules.lock();
      const changed = await run(stores);
      await stores.policies.touch(platformId);
      return changed;
    });
    await signal.changed(platformId);
    return result;
  }

  return {
    list: () => database.moderationRules.list(),

    create: (actor, ulid, settings) =>
      change(async ({ audit, moderationRules }) => {
        const dates = { createdAt: clock.now(), updatedAt: clock.now() };
        const rule = { id: idPrefixes.contentRule + ulid, ...settings, ...dates };
        const made = await moderationRules.find(rule.id);
        if (made) return made;
        assertRule(rule);
        if ((await moderationRules.list()).length >= moderationRulesMax) {
          throw new AppError('conflict', { message: `At most ${moderationRulesMax} rules` });
        }
        await moderationRules.insert(rule);
        await audit.record(makeEntry('admin.moderation.create', actor, { after: rule }));
        return rule;
      }),

    update: (actor, ruleId, changes) =>
      change(async ({ audit, moderationRules }) => {
        const before = await findRule(moderationRules, ruleId);
        const changed = { ...before, ...changes };
        assertRule(changed);
        if (isDeepStrictEqual(before, changed)) return before;
        const after = { ...changed, updatedAt: clock.now() };
        await moderationRules.update(after);
        await audit.record(makeEntry('admin.moderation.update', actor, { before, after }));
        return after;
      }),

    remove: (actor, ruleId) =>
      change(async ({ audit, moderationRules }) => {
        const before = await findRule(moderationRules, ruleId);
        await moderationRules.delete(ruleId);
        await audit.record(makeEntry('admin.moderation.delete', actor, { before }));
      }),
  };
}

async function findRule(store: Stores['moderationRules'], ruleId: string): Promise<ModerationRule> {
  const rule = await store.find(ruleId);
  if (!rule) throw new AppError('not_found', { message: 'No such moderation rule' });
  return rule;
}

/** Raises: unsupported_param. */
function assertRule({ keywords, kind, pattern }: ModerationRule): void {
  const fault = findRuleFault({
    kind,
    keywords,
    pattern,
    template: null,
    flags: 'i',
    action: 'block',
    applyTo: ['user'],
    teamIds: [],
    isShadow: false,
  });
  if (fault === undefined) return;
  const param = kind === 'regex' ? 'pattern' : 'keywords';
  throw new AppError('unsupported_param', { message: fault, param });
}

function makeEntry(
  action: AuditAction,
  actor: Actor,
  states: { before?: ModerationRule; after?: ModerationRule },
): Parameters<Stores['audit']['record']>[0] {
  const id = (states.after ?? states.before)?.id ?? '';
  return { action, actor, orgId: platformId, target: { type: 'moderation_rule', id }, ...states };
}
