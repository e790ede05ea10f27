import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../ui/badge';

const tones: Readonly<Record<string, Tone>> = {
  paid: 'good',
  pending: 'warn',
  failed: 'bad',
  expired: 'bad',
  rejected: 'bad',
};

export function TopUpStatus({ status }: { readonly status: string }): ReactNode {
  return <Badge tone={tones[status] ?? 'neutral'}>{status}</Badge>;
}
