import { Secret, type EnvReader } from '@tollgate/config';

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
  if (!/^smtps?:\/\//.test(url ?? '')) {
    env.faults.push('SMTP_URL must be an smtp:// or smtps:// address when MAIL_ADAPTER=smtp');
  }
  return { adapter, url: new Secret(url ?? ''), from };
}
