import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../api/api-error';

const notFound = 404;
const conflict = 409;

/**
 * What to do after a refused change: when the thing is gone or was changed in another tab or by
 * another user, the page reads again what it shows. In a dialog of a thing that is gone this waits
 * until the dialog is closed: the dialog goes with its row, and the message with it.
 */
export function useRenewal(): (error: unknown) => void {
  const queries = useQueryClient();
  const isGone = useRef(false);
  useEffect(
    () => () => {
      if (isGone.current) void queries.invalidateQueries();
    },
    [queries],
  );
  return (error) => {
    if (!(error instanceof ApiError)) return;
    const isInDialog = document.querySelector('dialog[open]') !== null;
    if (error.status === notFound && isInDialog) isGone.current = true;
    else if (error.status === notFound || error.status === conflict)
      void queries.invalidateQueries();
  };
}
