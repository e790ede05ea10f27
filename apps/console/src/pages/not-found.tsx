import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../i18n/language';
import { EmptyState } from '../ui/states';

export function NotFoundPage(): ReactNode {
  return (
    <EmptyState title={t('There is no such page')} action={<Link to="/">{t('Go to Home')}</Link>}>
      {t('The address may be mistyped, or the thing it named was deleted.')}
    </EmptyState>
  );
}
