/** One run of jest: which suites, and what they find in their environment. */
export interface Lane {
  readonly jestArguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Suites that wait most of their time: for the next minute, for a probe, for a silent provider, for
 * a service that was killed, for a browser. They run beside the others, on a stack of their own.
 */
const patientSuites = [
  'console-[\\w-]+',
  'crash-recovery',
  'idempotent-crash',
  'key-revocation',
  'live-streams',
  'mail-recovery',
  'npm-start',
  'org-breakers',
  'orgs-away',
  'route-recovery',
  'shared-process',
  'stream-faults',
  'stream-silence',
  'video-[\\w-]+',
];

/** Patient suites that take minutes: only a full run has them. */
const longSuites = [
  'kafka-failover',
  'postgres-failover',
  'redis-cluster-failover',
  'redis-failover',
  'rolling-restart',
];

type Shape = 'together' | 'apart';

/**
 * The end-to-end suites in rounds of two lanes that run at once, one on each shape of a stack. A
 * full run has a second round, in which every suite meets the other shape. A selection of suites
 * runs in one lane, on the shape that TEST_SHAPE names.
 */
export function planRounds(
  jestArguments: readonly string[],
  isFull: boolean,
): readonly (readonly Lane[])[] {
  if (jestArguments.length > 0) return [[{ jestArguments, environment: {} }]];
  const makePattern = (names: readonly string[]): string => `/(${names.join('|')})\\.e2e\\.ts$`;
  const notBusy = makePattern([...patientSuites, ...longSuites]);
  const makeLane = (jestArgument: string, number: number, shape: Shape): Lane => ({
    jestArguments: [jestArgument],
    environment: { TEST_LANE: String(number), TEST_SHAPE: shape },
  });
  const busy = `--testPathIgnorePatterns=${notBusy}`;
  const patient = makePattern(patientSuites);
  const first = [makeLane(busy, 1, 'together'), makeLane(isFull ? notBusy : patient, 2, 'apart')];
  // The long suites start stacks of their own, on a shape that they choose.
  const second = [makeLane(busy, 3, 'apart'), makeLane(patient, 4, 'together')];
  return isFull ? [first, second] : [first];
}
