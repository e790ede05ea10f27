import { makeAccountExistsMail, makeTokenMail } from './mail';

const site = 'https://tollgate.example';

describe('a mail with a token', () => {
  it.each([
    ['verify-email', '24 hours'],
    ['reset-password', 'one hour'],
  ] as const)('for %s has the link and the bare token on lines of their own', (kind, life) => {
    const { text } = makeTokenMail(kind, 'T0ken-_', site);
    const lines = text.split('\n');
    expect(lines).toContain(`${site}/${kind}?token=T0ken-_`);
    expect(lines).toContain('T0ken-_');
    expect(text).toContain(life);
  });
});

it('the mail to the owner of an existing account links to the site', () => {
  expect(makeAccountExistsMail(site).text.split('\n')).toContain(site);
});
