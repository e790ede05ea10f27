import { computeCharge, type Nanos } from '@tollgate/money';
import { findQuirks } from '@tollgate/provider-table';
import { makeTokenLines, type PriceList } from '@tollgate/pricing';
import { adapters } from '../call/route/adapters';
import { doctorCases, simulatorCases } from './cases';
import type { DoctorAccount } from './choose-account';
import type { DoctorModel } from './choose-model';
import type { Asked, DoctorCase } from './doctor-case';
import { Probe, type ProbeResult, type Recording } from './probe';
import { scrubRecording } from './scrub-recording';
import { wrong, type Verdict } from './verdict';

export interface CaseReport {
  readonly name: string;
  readonly verdict: Verdict;
  readonly totalMs: number;
  readonly firstContentMs: number | undefined;
  /** Undefined: the prices of the model are not known. */
  readonly costNanos: Nanos | undefined;
  readonly recordings: readonly Recording[];
}

const script = (words: string): string => ` [[sim:${words}]]`;
const missing = 'tollgate-no-such-model';
const wrongKey = 'bad-key-0123456789abcdef0123456789abcdef';
/** Of the form that clouds require. */
const wrongSecret = 'wrongSecret00000000000000000000000000000';
const wrongAccount = 'nobody@tollgate.invalid';

/** Asks the provider everything, one case after the other, and reports each as it ends. */
export async function runDoctor(
  account: DoctorAccount,
  model: DoctorModel,
  onReport: (report: CaseReport) => void,
): Promise<readonly CaseReport[]> {
  const { apiKey, baseUrl, isSimulator, protocol, provider } = account;
  const { family, supportedParameters, upstreamModel } = model;
  const target = {
    ...{ baseUrl, apiKey, headers: {}, upstreamModel, family, supportedParameters },
    maxCompletionTokens: undefined,
    quirks: protocol === 'openai' ? findQuirks(account.row?.slug ?? provider, baseUrl) : undefined,
  };
  let recordings: Recording[] = [];
  const onRecording = (recording: Recording): void => {
    recordings.push(scrubRecording(recording, target));
  };
  const probe = new Probe({ adapter: adapters[protocol], target, onRecording });
  const asked: Asked = {
    probe,
    script: isSimulator ? script : () => '',
    missingModel: isSimulator ? `${missing}+status=404` : missing,
    wrongKey: makeWrongKey(apiKey),
  };
  const reports: CaseReport[] = [];
  try {
    for (const doctorCase of isSimulator ? simulatorCases : doctorCases) {
      recordings = [];
      const { results, verdict } = await runCase(doctorCase, asked);
      const report = makeReport(doctorCase.name, { verdict, results, prices: model.prices });
      reports.push({ ...report, recordings });
      onReport({ ...report, recordings });
    }
  } finally {
    await probe.close();
  }
  return reports;
}

/** Credentials of several fields stay such credentials, with a secret or a name that is wrong. */
function makeWrongKey(apiKey: string): string {
  if (!apiKey.startsWith('{')) return wrongKey;
  const fields = JSON.parse(apiKey) as Record<string, unknown>;
  const changes = {
    secretAccessKey: wrongSecret,
    clientSecret: wrongSecret,
    client_email: wrongAccount,
  };
  const known = Object.entries(changes).filter(([name]) => name in fields);
  return JSON.stringify({ ...fields, ...Object.fromEntries(known) });
}

async function runCase(
  doctorCase: DoctorCase,
  asked: Asked,
): Promise<{ readonly verdict: Verdict; readonly results: readonly ProbeResult[] }> {
  try {
    return await doctorCase.run(asked);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { verdict: wrong(reason), results: [] };
  }
}

function makeReport(
  name: string,
  {
    prices,
    results,
    verdict,
  }: {
    readonly verdict: Verdict;
    readonly results: readonly ProbeResult[];
    readonly prices: PriceList | undefined;
  },
): Omit<CaseReport, 'recordings'> {
  return {
    name,
    verdict,
    totalMs: results.reduce((sum, { totalMs }) => sum + totalMs, 0),
    firstContentMs: results[0]?.firstContentMs,
    costNanos: prices && results.reduce((sum, result) => sum + priceResult(result, prices), 0n),
  };
}

function priceResult({ answer }: ProbeResult, prices: PriceList): Nanos {
  if (answer.usage.kind !== 'usage') return 0n;
  const { usage } = answer.usage;
  return computeCharge(makeTokenLines(prices, { usage, isThinking: false, usesWeb: false }));
}
