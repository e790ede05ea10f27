import { useSyncExternalStore, type ReactNode } from 'react';

type Tone = 'good' | 'warning';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
}

const shownMs = { good: 6_000, warning: 15_000 };
const shownMax = 4;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/**
 * Tells that something was done. Errors belong at the form or the page instead; what has neither,
 * such as a download, is a `warning`.
 */
export function showToast(text: string, tone: Tone = 'good'): void {
  const toast = { id: ++lastId, text, tone };
  setToasts([...toasts, toast].slice(-shownMax));
  setTimeout(() => setToasts(toasts.filter(({ id }) => id !== toast.id)), shownMs[tone]);
}

export function Toasts(): ReactNode {
  const shown = useSyncExternalStore(subscribe, getToasts, getToasts);
  return (
    <div role="status" className="fixed bottom-4 right-4 grid gap-2 z-20 no-print">
      {shown.map(({ id, text, tone }) => (
        <p key={id} className="rounded border border-line bg-panel px-4 py-2 shadow-lg">
          <span aria-hidden="true" className={tone === 'good' ? 'text-good' : 'text-warn'}>
            {tone === 'good' ? '✓' : '⚠'}{' '}
          </span>
          {text}
        </p>
      ))}
    </div>
  );
}

function getToasts(): readonly Toast[] {
  return toasts;
}

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
