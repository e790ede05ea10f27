import { useNavigate, useSearch } from '@tanstack/react-router';
import { compact, readText, type Search } from '../../app/search';

/** The filters of the operator's lists, as they stand in the URL; each list uses its own. */
export interface OperatorFilters {
  readonly status?: string;
  readonly action?: string;
  readonly actor?: string;
}

export function readOperatorFilters(search: Search): OperatorFilters {
  return compact({
    status: readText(search, 'status'),
    action: readText(search, 'action'),
    actor: readText(search, 'actor'),
  });
}

export function useOperatorFilters(): readonly [
  filters: OperatorFilters,
  set: (name: keyof OperatorFilters, value: string) => void,
] {
  const filters = useSearch({ from: '/shell/operator/$section' });
  const navigate = useNavigate({ from: '/operator/$section' });
  const set = (name: keyof OperatorFilters, value: string): void => {
    const search = compact({ ...filters, [name]: value === '' ? undefined : value });
    void navigate({ search, replace: true });
  };
  return [filters, set];
}
