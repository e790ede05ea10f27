/** Mails that carry a token. */
export type TokenKind = 'verify-email' | 'reset-password' | 'log-in';
export type MailKind = TokenKind | 'account-exists';

/** A mail that is still to be sent. */
export interface PendingMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly email: string;
  /** How often sending was begun, this time included. */
  readonly tries: number;
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const hourMs = 60 * 60 * 1_000;

export const tokenLifeMs: Readonly<Record<TokenKind, number>> = {
  'verify-email': 24 * hourMs,
  'reset-password': hourMs,
  'log-in': hourMs / 4,
};

export function hasToken(kind: MailKind): kind is TokenKind {
  return kind !== 'account-exists';
}

/**
 * The text has no user input, not even a name: anyone can make the service write to any
 * address, and must not choose the text.
 */
export function makeTokenMail(kind: TokenKind, token: string, siteUrl: string): MailText {
  const link = `${siteUrl}/${kind}?token=${token}`;
  switch (kind) {
    case 'verify-email':
      return {
        subject: 'Please confirm your mail address',
        text: joinLines(
          'Welcome! Please confirm that this address is yours:',
          link,
          'Or enter this code:',
          token,
          'Both work once and for 24 hours. If you have not signed up, ignore this mail.',
        ),
      };
    case 'reset-password':
      return {
        subject: 'Choose a new password',
        text: joinLines(
          'Somebody, hopefully you, asked for a new password. Choose it here:',
          link,
          'Or enter this code:',
          token,
          'Both work once and for one hour. If it was not you, ignore this mail: nothing changes.',
        ),
      };
    case 'log-in':
      return {
        subject: 'Your code to sign in',
        text: joinLines(
          'Many wrong passwords were tried for your account, so signing in from a new address ' +
            'needs your password and this code:',
          token,
          'It works once and for 15 minutes. If you are not signing in, ignore this mail: the ' +
            'code is worth nothing without your password.',
        ),
      };
  }
}

export function makeAccountExistsMail(siteUrl: string): MailText {
  return {
    subject: 'You already have an account',
    text: joinLines(
      'Somebody, hopefully you, tried to sign up with this address, which has an account already.',
      'Log in with your password, or ask for a new one if you have forgotten it:',
      siteUrl,
      'If it was not you, ignore this mail: nothing has changed.',
    ),
  };
}

function joinLines(...paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`;
}
