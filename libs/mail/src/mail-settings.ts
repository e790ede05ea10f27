import { quote, Secret, type EnvReader } from '@tollgate/config';

export type MailSettings =
  | { readonly adapter: 'log'; readonly directory: string }
  | { readonly adapter: 'smtp'; readonly url: Secret; readonly from: string };

export function readMailSettings(env: EnvReader): MailSettings {
  const adapter = env.choice('MAIL_ADAPTER', {
    about: 'how mail leaves: JSON files in MAIL_DIR, or SMTP',
    choices: ['log', 'smtp'],
    fallback: 'log',
  });
  const directory = env.text('MAIL_DIR', {
    about: 'folder of the mail files when MAIL_ADAPTER=log',
    fallback: '.data/mail',
  });
  const url = env.optionalText('SMTP_URL', {
    about: 'smtp://user:password@host:port when MAIL_ADAPTER=smtp',
  });
  const from = env.text('MAIL_FROM', {
    about: 'sender of every mail when MAIL_ADAPTER=smtp',
    fallback: 'Tollgate <no-reply@tollgate.local>',
  });
  env.developmentOnly('MAIL_ADAPTER', adapter === 'log', 'sends no mail, but writes files');
  if (adapter === 'log') return { adapter, directory };
  if (url === undefined) env.faults.push('SMTP_URL is required when MAIL_ADAPTER=smtp');
  else checkSmtpUrl(env, url);
  return { adapter, url: new Secret(url ?? ''), from };
}

/** Without `requireTLS`, STARTTLS is used only if the server offers it, which can be prevented. */
function checkSmtpUrl(env: EnvReader, text: string): void {
  const url = /^smtps?:\/\/[^/\s]/.test(text) ? URL.parse(text) : null;
  if (url === null || url.hostname === '') {
    const form = 'smtp://user:password@host:port or smtps://user:password@host:port';
    env.faults.push(`SMTP_URL must be ${form}, not ${quote(text)}`);
    return;
  }
  const isEncrypted = url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true';
  env.plaintext('SMTP_URL', isEncrypted ? [] : [url.hostname], 'use smtps:// or ?requireTLS=true');
}
