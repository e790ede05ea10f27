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
  'key-revocation',
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
const longSuites = ['rolling-restart'];

/**
 * The end-to-end suites in two lanes, on both shapes of a stack; a selection of them runs in one
 * lane, on the shape that TEST_SHAPE names.
 */
export function planLanes(jestArguments: readonly string[], isFull: boolean): readonly Lane[] {
  if (jestArguments.length > 0) return [{ jestArguments, environment: {} }];
  const makePattern = (names: readonly string[]): string => `/(${names.join('|')})\\.e2e\\.ts$`;
  const notBusy = makePattern([...patientSuites, ...longSuites]);
  const patient = isFull ? notBusy : makePattern(patientSuites);
  return [
    {
      jestArguments: [`--testPathIgnorePatterns=${notBusy}`],
      environment: { TEST_SHAPE: 'together' },
    },
    { jestArguments: [patient], environment: { TEST_LANE: '2', TEST_SHAPE: 'apart' } },
  ];
}
