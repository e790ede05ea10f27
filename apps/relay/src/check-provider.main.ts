import { join } from 'node:path';
import { readSeed } from './catalog/seed/seed';
import { parseDoctorArguments, UsageError } from './doctor/arguments';
import { chooseDoctorAccount } from './doctor/choose-account';
import { chooseDoctorModel } from './doctor/choose-model';
import { runDoctor } from './doctor/run-doctor';
import {
  formatCase,
  formatTotal,
  tableHead,
  writeRecordings,
  writeReport,
} from './doctor/write-report';

const wrongUse = 2;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Exits with 1 when the provider does something wrong, and with 2 when it was called wrongly. */
async function main(): Promise<void> {
  const given = parseDoctorArguments(process.argv.slice(2));
  const account = chooseDoctorAccount(given, process.env);
  const { models } = readSeed(join('apps', 'relay', 'seed'));
  const model = chooseDoctorModel(given.model, account, models);
  say(`${account.provider} (${account.protocol}), model ${model.upstreamModel}\n\n${tableHead}`);
  const reports = await runDoctor(account, model, (report) => say(formatCase(report)));
  say(`\n${formatTotal(reports)}`);
  const file = given.report ?? join('.data', 'provider-checks', `${account.provider}.json`);
  writeReport(file, { account, model, reports });
  say(`report: ${file}`);
  if (given.record !== undefined) {
    say(`${writeRecordings(given.record, reports)} recordings in ${given.record}`);
  }
  if (reports.some(({ verdict }) => verdict.kind === 'wrong')) process.exitCode = 1;
}

main().catch((error: unknown) => {
  const isWrongUse = error instanceof UsageError;
  process.stderr.write(
    `provider:check: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = isWrongUse ? wrongUse : 1;
});
