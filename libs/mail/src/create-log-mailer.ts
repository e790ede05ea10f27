import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeUlid } from '@tollgate/ids';
import { assertSendable, type Mailer } from './mailer';

const ownerOnly = 0o600;

/** One JSON file per mail, named by its time; for development and tests. */
export function createLogMailer(directory: string): Mailer {
  return {
    send: async ({ to, subject, text }) => {
      assertSendable({ to, subject, text });
      await mkdir(directory, { recursive: true });
      const name = makeUlid();
      // A reader that lists *.json never meets half a mail.
      const unfinished = join(directory, `.${name}.unfinished`);
      await writeFile(unfinished, `${JSON.stringify({ to, subject, text })}\n`, {
        mode: ownerOnly,
      });
      await rename(unfinished, join(directory, `${name}.json`));
    },
  };
}
