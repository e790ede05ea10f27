import { useState, type ReactNode } from 'react';
import { t } from '../i18n/language';
import { plainButton } from './button';
import { classNames } from './class-names';
import { Frame, type FieldFrame } from './field';

/** Chooses a file: a button as the others, and the name of the file beside it. */
export function FileField({
  accept,
  onFile,
  ...frame
}: FieldFrame & {
  /** Types of files to choose from. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}): ReactNode {
  const [name, setName] = useState<string>();
  return (
    <Frame {...frame}>
      {(ids) => (
        <div className="flex items-center gap-2 min-w-0">
          <label
            className={classNames(
              plainButton,
              'relative has-focus-visible:outline-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              {...ids}
              type="file"
              accept={accept}
              className="sr-only"
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file === undefined) return;
                setName(file.name);
                onFile(file);
              }}
            />
            {t('Choose a file …')}
          </label>
          <span className={classNames('truncate', name === undefined && 'text-muted')}>
            {name ?? t('none chosen')}
          </span>
        </div>
      )}
    </Frame>
  );
}
