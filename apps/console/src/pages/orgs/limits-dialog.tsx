import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { CurlLink } from '../../ui/curl-link';
import { Dialog } from '../../ui/dialog';
import type { LimitDesk } from './limit-desk';
import { BreakerForm, ModelsForm } from './limit-forms';

/** The limits of a team or a member. Only administrators of the organization choose models. */
export function LimitsDialog({
  desk,
  name,
  onClose,
  role,
}: {
  readonly desk: LimitDesk;
  readonly name: string;
  /** Of the viewer. */
  readonly role: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog title={t('Limits of {name}', { name })} onClose={onClose}>
      <Part title={t('Spend breaker')} path={`${desk.path}/circuit-breaker`}>
        <BreakerForm desk={desk} />
      </Part>
      {role === 'org_admin' && (
        <Part title={t('Allowed models')} path={`${desk.path}/allowed-models`}>
          <ModelsForm desk={desk} />
        </Part>
      )}
    </Dialog>
  );
}

function Part({
  children,
  path,
  title,
}: {
  readonly title: string;
  readonly path: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        <CurlLink path={path} />
      </div>
      {children}
    </section>
  );
}
