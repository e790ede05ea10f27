import { makeInvitationMail, type InvitationMail } from './invitation-mail';

const token = 'T'.repeat(43);
const base: InvitationMail = {
  token,
  siteUrl: 'https://tollgate.example',
  orgName: 'Acme',
  inviter: { name: 'Ada', verifiedEmail: 'ada@example.com' },
};
const write = (change: Partial<InvitationMail>) => makeInvitationMail({ ...base, ...change });
const firstLine = (change: Partial<InvitationMail>) => write(change).text.split('\n')[0] ?? '';

describe('the mail of an invitation', () => {
  it('names the organization and the inviter', () => {
    expect(firstLine({})).toContain('“Ada” (ada@example.com) invited you to join');
    expect(firstLine({})).toContain('the organization “Acme”.');
  });

  it('names an inviter without a name by the verified address', () => {
    const inviter = { name: null, verifiedEmail: 'ada@example.com' };
    expect(firstLine({ inviter })).toMatch(/^ada@example\.com invited you/);
  });

  it('does not show an address that the inviter has not verified', () => {
    const inviter = { name: 'Your CEO', verifiedEmail: null };
    expect(firstLine({ inviter })).toMatch(/^“Your CEO” \(mail address not verified\) invited/);
  });

  it('names an operator without a name', () => {
    expect(firstLine({ inviter: null })).toMatch(/^An operator of this service invited you/);
  });

  it.each([
    ['Acme\r\nBcc: all@example.com', '“Acme Bcc: all@ example. com”'],
    ['Acme”. Pay at https://evil.example/pay now', '“Acme. Pay at evil. example/pay now”'],
    ['A\u202Emoc.live\u2028next', '“A moc. live next”'],
    ['x'.repeat(500), `“${'x'.repeat(100)}…”`],
  ])('shows the name %j as %s', (orgName, shown) => {
    expect(firstLine({ orgName })).toContain(`the organization ${shown}. Sign in`);
    expect(write({ orgName }).text.split('\n')).toHaveLength(write({}).text.split('\n').length);
  });

  it('has a fixed subject', () => {
    expect(write({ orgName: 'Evil' }).subject).toBe(write({}).subject);
  });
});
