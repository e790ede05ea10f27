import { useRouter, type LinkProps } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

/**
 * A link in a row of a list. The router's own link renders again whenever the URL changes, and a
 * list has many of them, while each letter of a filter changes the URL.
 */
export function RowLink({
  children,
  className,
  ...link
}: Pick<LinkProps, 'params' | 'to'> & {
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  const router = useRouter();
  const preload = (): void => void router.preloadRoute(link);
  const open = (event: MouseEvent): void => {
    // The browser opens new tabs and windows itself.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    void router.navigate(link);
  };
  return (
    <a
      href={router.buildLocation(link).href}
      className={className}
      onClick={open}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {children}
    </a>
  );
}
