import { nanosToUsdNumber } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import { createKey, openAccount, type Account } from '../test/support/accounts';
import { chat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { listMails, type SentMail } from '../test/support/mails';

const gateway = getSharedGateway();
/** Posting takes a second or two, the job comes every five. */
const mailMs = 20_000;

/** A new account is also asked to confirm its address. */
const listAlerts = ({ email }: Account): readonly SentMail[] =>
  listMails(gateway, email).filter(({ subject }) => subject.includes('is used'));

it('a key that has used more than half of its limit causes one mail', async () => {
  const account = await openAccount(gateway, { creditUsd: 25 });
  const { costNanos = 0n } = await chat(gateway, { bearer: account.key });
  expect(costNanos).toBeGreaterThan(0n);
  const limit = nanosToUsdNumber((costNanos * 17n) / 10n);
  const { key } = await createKey(gateway, account.cookie, {
    name: 'nightly "build"',
    limit,
    limit_reset: 'monthly',
  });
  expect((await chat(gateway, { bearer: key })).status).toBe(200);
  const mails = await waitUntil(
    () => {
      const found = listAlerts(account);
      return found.length > 0 ? found : undefined;
    },
    { timeoutMs: mailMs, what: 'the mail' },
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe(
    '50 % of the monthly spend limit of the key "nightly "build"" is used',
  );
  expect(mails[0]?.text).toContain(`of USD ${limit}.`);
});
