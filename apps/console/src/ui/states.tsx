import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error';
import { t } from '../i18n/language';
import { Button } from './button';

/** Nothing is there yet: say what to do next. */
export function EmptyState({
  action,
  children,
  title,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <div className="grid justify-items-center gap-2 p-8 text-center">
      <p className="font-medium">{title}</p>
      {children !== undefined && <p className="text-muted max-w-prose">{children}</p>}
      {action}
    </div>
  );
}

/** Something could not be read: which service, why, and a way to try again. */
export function ErrorState({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
}): ReactNode {
  const isForbidden = error instanceof ApiError && error.status === 403;
  return (
    <div role="alert" className="grid gap-2 rounded border border-bad p-4 justify-items-start">
      <p className="font-medium text-bad">
        {isForbidden ? t('You may not see this') : t('This could not be loaded')}
      </p>
      <p>{describeError(error)}</p>
      {error instanceof ApiError && error.requestId !== undefined && (
        <p className="text-muted text-xs">{t('Request id: {id}', { id: error.requestId })}</p>
      )}
      {onRetry !== undefined && !isForbidden && <Button onClick={onRetry}>{t('Try again')}</Button>}
    </div>
  );
}

/** Shown above content that could not be read again: it may be old. */
export function StaleNotice({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}): ReactNode {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-warn text-sm no-print">
      ⚠ {t('This may be out of date: {reason}', { reason: describeError(error) })}
      <Button look="quiet" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </p>
  );
}

export function LoadingState({ lines = 3 }: { readonly lines?: number }): ReactNode {
  return (
    <div role="status" aria-label={t('Loading')} className="grid gap-2 py-2">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="h-4 rounded bg-raised animate-pulse" />
      ))}
    </div>
  );
}

export function describeError(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return t('The server could not be reached. Check the connection and try again.');
}
