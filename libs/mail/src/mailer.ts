import { AppError } from '@tollgate/errors';

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail is handed over; it is not tried again. */
  send(mail: Mail): Promise<void>;
}

const addressLengthMax = 254;
const subjectLengthMax = 200;
/** One address and nothing that a mail program could read as a second one or as a name. */
const addressPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

function isControlCharacter(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 0x20 || code === 0x7f;
}

/** Refuses texts that could end a header line and begin another (`\r\nBcc: …`). */
export function assertSendable({ to, subject }: Mail): void {
  const isAddress = addressPattern.test(to) && to.length <= addressLengthMax;
  if (!isAddress || [...to].some(isControlCharacter)) {
    throw new AppError('bad_request', { message: 'The mail address is not valid', param: 'email' });
  }
  if (subject.length > subjectLengthMax || [...subject].some(isControlCharacter)) {
    throw new AppError('bad_request', { message: 'The mail subject is not valid' });
  }
}
