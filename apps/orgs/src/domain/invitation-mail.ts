export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/**
 * Nothing that somebody typed is in the text, not even the name of the organization: anybody can
 * make us write to any address, and must not choose what we say there.
 */
export function makeInvitationMail(token: string, siteUrl: string): MailText {
  const paragraphs = [
    'Somebody invited you to join their organization. Sign in with this mail address, or sign up ' +
      'with it, and accept here:',
    `${siteUrl}/invitations?token=${token}`,
    'Or enter this code:',
    token,
    'Both work once and for 7 days. If you do not know what this is about, ignore this mail.',
  ];
  return { subject: 'You are invited to an organization', text: `${paragraphs.join('\n\n')}\n` };
}
