import type { ReactNode } from 'react';
import { DraftField } from './draft-field';

interface Found {
  readonly find?: string;
}

/** The API searches texts of at most this length. */
const charactersMax = 200;

/** The search of a list; an empty text leaves the URL. */
export function FindField<View extends Found>({
  label,
  onView,
  view,
}: {
  readonly label: string;
  readonly view: View;
  readonly onView: (view: View) => void;
}): ReactNode {
  return (
    <div className="max-w-lg">
      <DraftField
        label={label}
        type="search"
        maxLength={charactersMax}
        value={view.find ?? ''}
        onSettle={(value) => {
          const { find: _former, ...others } = view;
          onView((value === '' ? others : { ...others, find: value }) as View);
        }}
      />
    </div>
  );
}
