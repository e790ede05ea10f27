import type { MailKind, PendingMail } from './mail';

/** Mails to be sent, stored in the transaction of the change that they announce. */
export interface MailStore {
  add(mail: { readonly kind: MailKind; readonly email: string }, now: Date): Promise<void>;
  /**
   * Mails that are due. They are due again after a time that grows with every try, so that one
   * whose sender died is sent by another.
   */
  claimDue(now: Date, rowsMax: number): Promise<readonly PendingMail[]>;
  remove(mailId: string): Promise<void>;
  removeAllTo(email: string): Promise<void>;
}

/** Keeps a mailbox from being flooded. */
export interface MailLimits {
  /** Whether the mail may be sent; asking about one mail twice counts once. */
  take(mail: PendingMail): Promise<boolean>;
}

/** Sends what is due without waiting for the next round; never fails. */
export interface MailSender {
  wake(): void;
}
