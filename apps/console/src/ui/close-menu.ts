import type { MouseEvent } from 'react';

/** Closes the menu of a link that was followed; the page around it stays. */
export function closeMenu({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
