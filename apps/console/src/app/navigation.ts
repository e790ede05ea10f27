import type { LinkProps } from '@tanstack/react-router';
import { t } from '../i18n/language';
import { isOperator, type Account } from './session';

export interface NavigationEntry {
  readonly to: LinkProps['to'];
  readonly title: () => string;
}

const entries: readonly (NavigationEntry & { readonly isShown?: (account: Account) => boolean })[] =
  [
    { to: '/', title: () => t('Home') },
    { to: '/keys', title: () => t('Keys') },
    { to: '/billing', title: () => t('Billing') },
    { to: '/settings', title: () => t('Settings') },
    { to: '/components', title: () => t('Components'), isShown: isOperator },
  ];

/** The pages that an account may open, in the order of the navigation. */
export function listPages(account: Account): readonly NavigationEntry[] {
  return entries.filter(({ isShown }) => isShown?.(account) ?? true);
}
