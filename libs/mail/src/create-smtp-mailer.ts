import { createTransport } from 'nodemailer';
import type { Secret } from '@tollgate/config';
import { assertSendable, type Mailer } from './mailer';

export interface SmtpSettings {
  /** smtp://user:password@host:port, or smtps:// */
  readonly url: Secret;
  readonly from: string;
}

const connectionTimeoutMs = 5_000;
const greetingTimeoutMs = 5_000;
const socketTimeoutMs = 10_000;

export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const transport = createTransport({
    url: url.reveal(),
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: socketTimeoutMs,
    // A mail is text of ours; nothing in it may make nodemailer read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      assertSendable({ to, subject, text });
      // As an object: a bare string would be parsed as a list of addresses.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
}
