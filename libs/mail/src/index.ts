export { createMailer } from './create-mailer';
export { readMailSettings, type MailSettings } from './mail-settings';
export type { Mail } from './mailer';
