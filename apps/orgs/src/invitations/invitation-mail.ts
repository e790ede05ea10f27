export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export interface InvitationMail {
  readonly token: string;
  readonly siteUrl: string;
  readonly orgName: string;
  readonly inviter: Inviter;
}

/** Null: an operator of the service. */
export type Inviter = {
  readonly name: string | null;
  /** Null while it is not verified: anyone can sign up with an address they do not own. */
  readonly verifiedEmail: string | null;
} | null;

const nameCharactersMax = 100;

/**
 * Names are quoted and stripped, because anyone can make the service write to any address: what a
 * user typed must look like a name, and must not add a line, a link or a sentence of the service.
 */
export function makeInvitationMail({ inviter, orgName, siteUrl, token }: InvitationMail): MailText {
  const paragraphs = [
    `${describeInviter(inviter)} invited you to join the organization ${quote(orgName)}. Sign in ` +
      'with this mail address, or sign up with it, and accept here:',
    `${siteUrl}/invitations?token=${token}`,
    'Or enter this code:',
    token,
    'Both work once and for 7 days. If you do not know what this is about, ignore this mail.',
  ];
  return { subject: 'You are invited to an organization', text: `${paragraphs.join('\n\n')}\n` };
}

function describeInviter(inviter: Inviter): string {
  if (inviter === null) return 'An operator of this service';
  const { name, verifiedEmail } = inviter;
  if (verifiedEmail === null) return `${quote(name ?? 'A user')} (mail address not verified)`;
  return name === null ? verifiedEmail : `${quote(name)} (${verifiedEmail})`;
}

/** In quotation marks that the text itself cannot close, and without anything clickable. */
function quote(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]+/gu, ' ')
    .replaceAll(/["“”„‟«»<>]/g, '')
    .replaceAll(/[a-z][a-z0-9+.-]*:\/\//gi, '')
    // A dot or an @ between letters becomes a link in most mail programs.
    .replaceAll(/([.@])(?=[^\s.@])/g, '$1 ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...plain];
  const short = characters.slice(0, nameCharactersMax).join('');
  return `“${characters.length > nameCharactersMax ? `${short}…` : short}”`;
}
