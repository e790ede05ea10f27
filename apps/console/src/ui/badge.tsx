import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad';

/** Each tone has a sign of its own, so that colour is never the only signal. */
const tones: Readonly<Record<Tone, readonly [sign: string, colours: string]>> = {
  neutral: ['', 'text-muted border-line'],
  good: ['✓ ', 'text-good border-good'],
  warn: ['! ', 'text-warn border-warn'],
  bad: ['✕ ', 'text-bad border-bad'],
};

export function Badge({
  children,
  tone = 'neutral',
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}): ReactNode {
  const [sign, colours] = tones[tone];
  return (
    <span
      className={classNames(
        'inline-block rounded border px-1.5 py-px text-xs font-medium whitespace-nowrap',
        colours,
      )}
    >
      <span aria-hidden="true">{sign}</span>
      {children}
    </span>
  );
}
