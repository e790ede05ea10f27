import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { Contact, Contacts, Organizations } from '../wallets/owner-ports';
import { findOrgId } from '../wallets/wallet';
import type { Alert } from './alert';
import { type AlertMail, makeAlertMail } from './alert-mail';
import type { AlertStore } from './ports';

/** Sends the mails that are due; how many left. */
export type SendAlerts = () => Promise<number>;

const mailsMax = 50;

/** At least once: a mail whose sending was not noted before a crash is sent again. */
export function sendAlertsUseCase(ports: {
  readonly alerts: AlertStore;
  readonly findReaders: FindReaders;
  readonly sendMail: (mail: AlertMail & { readonly to: string }) => Promise<void>;
  readonly siteUrl: string;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): SendAlerts {
  async function send(alert: Alert): Promise<boolean> {
    try {
      for (const { email, name } of await ports.findReaders(alert.walletId)) {
        await ports.sendMail({ to: email, ...makeAlertMail(alert, name, ports.siteUrl) });
      }
      await ports.alerts.markSent(alert.id, ports.getNowMs());
      return true;
    } catch (error) {
      ports.logger.warn('alert not mailed', { alertId: alert.id, error });
      // No recipient is left.
      if (AppError.is(error, 'not_found')) await ports.alerts.giveUp(alert.id);
      return false;
    }
  }

  return async () => {
    let sent = 0;
    for (const alert of await ports.alerts.claimDue(ports.getNowMs(), mailsMax)) {
      if (await send(alert)) sent += 1;
    }
    return sent;
  };
}

/** Recipients of mails about a wallet. Throws `not_found` without any. */
export type FindReaders = (walletId: string) => Promise<readonly Contact[]>;

/** More admins than this are not written to. */
const readersMax = 20;

/** The owner, or the admins of an organization. */
export function findReadersUseCase(ports: {
  readonly contacts: Contacts;
  readonly organizations: Pick<Organizations, 'listAdmins'>;
}): FindReaders {
  const { contacts, organizations } = ports;
  return async (walletId) => {
    const orgId = findOrgId(walletId);
    if (orgId === undefined) return [await contacts.getContact(walletId, '')];
    const admins = await organizations.listAdmins(orgId, '');
    const readers: Contact[] = [];
    for (const userId of admins.slice(0, readersMax)) {
      try {
        readers.push(await contacts.getContact(userId, ''));
      } catch (error) {
        // Skip deleted accounts: the other admins still get the mail.
        if (!AppError.is(error, 'not_found')) throw error;
      }
    }
    if (readers.length === 0) throw new AppError('not_found');
    return readers;
  };
}
