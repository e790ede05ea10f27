/** Words that show how hard a request is; a plural counts as its singular. */
export const levelWords = {
  analytic: [
    ...[
      'compare',
      'evaluate',
      'design',
      'trade off',
      'trade offs',
      'root cause',
      'optimise',
      'optimize',
    ],
    ...['architect', 'analyse', 'analyze', 'assess', 'critique', 'weigh', 'pros and cons'],
  ],
  formal: [
    ...['prove', 'theorem', 'derive', 'integral', 'induction', 'step by step', 'equation'],
    ...['proof', 'lemma', 'axiom', 'derivation', 'rigorous'],
  ],
  constraint: [
    ...['must', 'at most', 'at least', 'exactly', 'without', 'no more than', 'no longer than'],
    ...['nobody more than', 'not exceed'],
  ],
  step: ['first', 'then', 'finally', 'second', 'next', 'lastly', 'afterwards'],
  longOutput: ['detailed', 'report', 'comprehensive', 'in depth'],
} as const;
/** Openings of trivial requests, and how many words such a request may have. */
export const trivialOpenings: readonly { readonly pattern: RegExp; readonly wordsMax: number }[] = [
  { pattern: /^(?:hi|hello|hey|good (?:morning|afternoon|evening|night))\b/, wordsMax: 10 },
  { pattern: /^(?:(?:no,? )?thanks?|(?:no,? )?thank you)\b/, wordsMax: 12 },
  { pattern: /^(?:yes|no|yep|nope|ok|okay|sure)\b/, wordsMax: 5 },
  { pattern: /^(?:define|what does .{1,60} mean)\b/, wordsMax: 20 },
  { pattern: /^translate (?:this|that|it|the following|['"])/, wordsMax: 2_000 },
];
