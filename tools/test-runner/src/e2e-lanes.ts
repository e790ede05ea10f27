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
  'rolling-restart',
  'route-recovery',
  'shared-process',
  'stream-faults',
  'stream-silence',
  'video-[\\w-]+',
];

/**
 * The end-to-end suites in two lanes, on both shapes of a stack; a selection of them runs in one
 * lane, on the shape that TEST_SHAPE names.
 */
export function planLanes(jestArguments: readonly string[]): readonly Lane[] {
  if (jestArguments.length > 0) return [{ jestArguments, environment: {} }];
  const patient = `/(${patientSuites.join('|')})\\.e2e\\.ts$`;
  return [
    {
      jestArguments: [`--testPathIgnorePatterns=${patient}`],
      environment: { TEST_SHAPE: 'together' },
    },
    { jestArguments: [patient], environment: { TEST_LANE: '2', TEST_SHAPE: 'apart' } },
  ];
}
