import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvReader } from '@tollgate/config';
import { startSmtpServer } from '../test/smtp-server';
import { createMailer, readMailSettings, type Mail } from './index';
import type { Mailer } from './mailer';

const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Your code — 123456',
  text: 'Grüße!\n.\nThe code is 123456.\n',
};

const forged: readonly (readonly [string, Partial<Mail>])[] = [
  ['a second header after the address', { to: 'ada@example.com\r\nBcc: eve@evil.example' }],
  ['a bare line feed in the address', { to: 'ada@example.com\nBcc: eve@evil.example' }],
  ['two addresses', { to: 'ada@example.com,eve@evil.example' }],
  ['a name and an address', { to: 'Eve <eve@evil.example>' }],
  ['two at signs', { to: 'ada@evil@example.com' }],
  ['no address at all', { to: 'no-address' }],
  ['an endless address', { to: `${'a'.repeat(250)}@example.com` }],
  ['a second header after the subject', { subject: 'Hello\r\nBcc: eve@evil.example' }],
  ['a NUL in the subject', { subject: 'Hello\u0000' }],
  ['an endless subject', { subject: 's'.repeat(201) }],
];

function makeMailer(environment: Record<string, string>): Mailer {
  const env = new EnvReader({ DEVELOPMENT_SETTINGS: 'MAIL_ADAPTER', ...environment });
  const settings = readMailSettings(env);
  expect(env.faults).toEqual([]);
  return createMailer(settings);
}

describe('mail as files', () => {
  let directory: string;
  let mailer: Mailer;

  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'mail-')), 'inner');
    mailer = makeMailer({ MAIL_ADAPTER: 'log', MAIL_DIR: directory });
  });
  afterEach(() => rm(join(directory, '..'), { recursive: true }));

  it('is one JSON file each, readable by the owner only, in the order of sending', async () => {
    await mailer.send(mail);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await mailer.send({ ...mail, subject: 'second' });
    const names = (await readdir(directory)).sort();
    const bodies = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
    expect(names.every((name) => name.endsWith('.json'))).toBe(true);
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
      mail,
      { ...mail, subject: 'second' },
    ]);
    expect((await stat(join(directory, names[0] ?? ''))).mode & 0o777).toBe(0o600);
  });

  it.each(forged)('is refused with %s', async (_case, part) => {
    await expect(mailer.send({ ...mail, ...part })).rejects.toMatchObject({ status: 400 });
  });
});

describe('mail by SMTP', () => {
  it('reaches the server with its one recipient, its subject and its text', async () => {
    const server = await startSmtpServer();
    const environment = { MAIL_ADAPTER: 'smtp', SMTP_URL: server.url };
    await makeMailer({ ...environment, MAIL_FROM: 'Gate <gate@example.com>' }).send(mail);
    await server.close();
    expect(server.mails).toHaveLength(1);
    const [received] = server.mails;
    expect(received).toMatchObject({ from: 'gate@example.com', recipients: [mail.to] });
    const [headers = '', ...body] = (received?.message ?? '').split('\r\n\r\n');
    expect(headers).toContain('From: Gate <gate@example.com>');
    expect(headers).toContain('To: ada@example.com');
    expect(headers).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(decodeQuotedPrintable(body.join('\r\n\r\n'))).toBe(mail.text);
  });

  it.each(forged)('is refused with %s before anything is sent', async (_case, part) => {
    const server = await startSmtpServer();
    const mailer = makeMailer({ MAIL_ADAPTER: 'smtp', SMTP_URL: server.url });
    await expect(mailer.send({ ...mail, ...part })).rejects.toMatchObject({ status: 400 });
    await server.close();
    expect(server.mails).toEqual([]);
  });

  it('fails when the server refuses the recipient, or is not there', async () => {
    const server = await startSmtpServer({ refused: mail.to });
    const mailer = makeMailer({ MAIL_ADAPTER: 'smtp', SMTP_URL: server.url });
    await expect(mailer.send(mail)).rejects.toThrow('550');
    await server.close();
    await expect(mailer.send(mail)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('the settings of mail', () => {
  it('fall back to files', () => {
    expect(readMailSettings(new EnvReader({}))).toEqual({
      adapter: 'log',
      directory: '.data/mail',
    });
  });

  it('need an address for SMTP and hide it', () => {
    const env = new EnvReader({ MAIL_ADAPTER: 'smtp' });
    readMailSettings(env);
    expect(env.faults).toEqual(['SMTP_URL is required when MAIL_ADAPTER=smtp']);
    const url = 'smtp://user:hunter2@mail.example.com';
    const settings = readMailSettings(new EnvReader({ MAIL_ADAPTER: 'smtp', SMTP_URL: url }));
    expect(JSON.stringify(settings)).not.toContain('hunter2');
  });
});

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replace(/\r\n/g, '\n');
}
