import { t } from '../../i18n/language';

/** `Key: created` for `key.create`; undefined for an action that has no words here. */
export function nameAction(action: string): string | undefined {
  const dot = action.lastIndexOf('.');
  const thing = nameThing(action.slice(0, dot));
  const change = nameChange(action.slice(dot + 1));
  if (thing === undefined || change === undefined) return undefined;
  return t('{thing}: {change}', { thing, change });
}

function nameThing(part: string): string | undefined {
  return nameOwnThing(part) ?? nameOrgThing(part) ?? nameOperatorThing(part);
}

/** Of an account. */
function nameOwnThing(part: string): string | undefined {
  const names: Readonly<Record<string, string>> = {
    key: t('Key'),
    user: t('Account'),
    'user.cb': t('Spend breaker'),
    'user.email': t('Email'),
    'user.passkey': t('Passkey'),
    'user.password': t('Password'),
    'user.recovery_codes': t('Recovery codes'),
    'user.sessions': t('Sessions'),
    'user.sign_in_link': t('Sign-in link'),
    auto_topup: t('Automatic top-up'),
  };
  return names[part];
}

function nameOrgThing(part: string): string | undefined {
  const names: Readonly<Record<string, string>> = {
    org: t('Organization'),
    'org.allowed_models': t('Models of the organization'),
    'org.byok': t('Own provider key'),
    'org.cb': t('Spend breaker of the organization'),
    'org.edu_config': t('Institution'),
    'org.invitation': t('Invitation'),
    'org.invoice': t('Invoice'),
    'org.key': t('Key'),
    'org.member': t('Member'),
    'org.settings': t('Settings of the organization'),
    'org.team': t('Team'),
    'org.terms': t('Terms of payment'),
    'org.topup': t('Top-up'),
    'team.allowed_models': t('Models of a team'),
    'team.cb': t('Spend breaker of a team'),
    'org_member.allowed_models': t('Models of a member'),
    'org_member.cb': t('Spend breaker of a member'),
    content_filter: t('Content rule'),
    'edu.code': t('Code of a student'),
    'edu.session': t('Session of a student'),
    'edu.teacher': t('Teacher'),
  };
  return names[part];
}

function nameOperatorThing(part: string): string | undefined {
  const names: Readonly<Record<string, string>> = {
    'admin.alias': t('Alias of a model'),
    'admin.auto_tier': t('Auto tier'),
    'admin.brake': t('Brake'),
    'admin.channel': t('Payment channel'),
    'admin.credits': t('Credit'),
    'admin.free_tier': t('Free tier'),
    'admin.invoice': t('Invoice'),
    'admin.model': t('Model'),
    'admin.moderation': t('Moderation rule'),
    'admin.org': t('Organization'),
    'admin.planned_prices': t('Planned prices'),
    'admin.price_list': t('Price list'),
    'admin.provider_key': t('Provider key'),
    'admin.route': t('Provider route'),
    'admin.token': t('Operator token'),
    'admin.topup': t('Top-up'),
    'admin.user': t('Account'),
    'platform.brake': t('Brake'),
    'system.catalog': t('Catalog'),
  };
  return names[part];
}

function nameChange(verb: string): string | undefined {
  return nameCommonChange(verb) ?? nameRareChange(verb);
}

function nameCommonChange(verb: string): string | undefined {
  const names: Readonly<Record<string, string>> = {
    add: t('added'),
    cancel: t('canceled'),
    change: t('changed'),
    create: t('created'),
    delete: t('deleted'),
    remove: t('removed'),
    removed: t('removed'),
    signup: t('created'),
    update: t('changed'),
  };
  return names[verb];
}

function nameRareChange(verb: string): string | undefined {
  const names: Readonly<Record<string, string>> = {
    assigned: t('assigned'),
    charge: t('charged'),
    confirm: t('confirmed'),
    end: t('ended'),
    failed: t('failed'),
    grant: t('granted'),
    hit: t('matched'),
    import: t('imported'),
    mark_paid: t('marked as paid'),
    pause: t('paused'),
    purge: t('deleted for good'),
    refund: t('refunded'),
    reject: t('rejected'),
    reset: t('reset'),
    resume: t('resumed'),
    retire: t('retired'),
    revoke: t('ended'),
    revoked: t('ended'),
    rotate: t('rotated'),
    seed: t('filled'),
    set: t('changed'),
    suspend: t('suspended'),
    test: t('tested'),
    tripped: t('tripped'),
    unsuspend: t('reinstated'),
    use: t('used'),
    verify: t('confirmed'),
    void: t('voided'),
  };
  return names[verb];
}
