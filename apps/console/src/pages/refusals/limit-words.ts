import { t } from '../../i18n/language';

/** The time over which a limit counts, such as `daily`; an unknown one as the API writes it. */
export function nameWindow(window: string): string {
  const names: Readonly<Record<string, string>> = {
    minute: t('a minute'),
    hour: t('an hour'),
    daily: t('a day'),
    weekly: t('a week'),
    monthly: t('a month'),
    total: t('all time'),
  };
  return names[window] ?? window;
}

/** What a limit counts. */
export function nameUnit(unit: string): string {
  const names: Readonly<Record<string, string>> = {
    requests: t('calls'),
    tokens: t('tokens'),
    units: t('units of the free quota'),
  };
  return names[unit] ?? unit;
}

/** Whose limit it is. */
export function nameLimitScope(scope: string): string {
  const names: Readonly<Record<string, string>> = {
    key: t('the key'),
    session: t('the session'),
    member: t('the member'),
    team: t('the team'),
    org: t('the organization'),
    account: t('the account'),
    user: t('the account'),
    address: t('the address of the caller'),
    installation: t('the installation'),
    provider: t('the provider'),
  };
  return names[scope] ?? scope;
}
