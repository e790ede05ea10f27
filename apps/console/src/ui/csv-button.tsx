import { useState, type ReactNode } from 'react';
import { formatCount } from '../format/number';
import { t } from '../i18n/language';
import { Button } from './button';
import { downloadCsv, type CsvRows } from './csv';
import { showToast } from './toast';

/** Downloads a whole list as a CSV file, and shows how many rows were read in the meantime. */
export function CsvButton({
  name,
  readRows,
}: {
  /** Of the file. */
  readonly name: string;
  readonly readRows: (onProgress: (count: number) => void) => Promise<CsvRows>;
}): ReactNode {
  const [count, setCount] = useState<number>();
  const download = async (): Promise<void> => {
    setCount(0);
    try {
      downloadCsv(name, await readRows(setCount));
    } catch {
      showToast(t('The rows could not be read. Please try again.'));
    } finally {
      setCount(undefined);
    }
  };
  return (
    <span className="no-print">
      <Button isBusy={count !== undefined} onClick={() => void download()}>
        {count === undefined ? 'CSV' : t('{count} rows …', { count: formatCount(count) })}
      </Button>
    </span>
  );
}
