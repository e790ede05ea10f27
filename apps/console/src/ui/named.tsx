import type { ReactNode } from 'react';

/** A name in words, with the id or the code that stands for it in the API. */
export function Named({
  id,
  name,
}: {
  readonly id: string;
  readonly name: string | undefined;
}): ReactNode {
  return (
    <span>
      {name} <span className="font-mono text-xs text-muted wrap-anywhere">{id}</span>
    </span>
  );
}
