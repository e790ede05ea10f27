import { createLogMailer } from './create-log-mailer';
import { createSmtpMailer } from './create-smtp-mailer';
import type { MailSettings } from './mail-settings';
import type { Mailer } from './mailer';

export function createMailer(settings: MailSettings): Mailer {
  return settings.adapter === 'smtp'
    ? createSmtpMailer(settings)
    : createLogMailer(settings.directory);
}
