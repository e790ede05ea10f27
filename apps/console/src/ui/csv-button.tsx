import { useState, type ReactNode } from 'react';
import { formatCount } from '../format/number';
import { t } from '../i18n/language';
import { Button } from './button';
import { downloadCsv } from './csv';
import { nameCsvList, type CsvList } from './csv-list';
import { describeError } from './states';
import { showToast } from './toast';

/** Downloads a whole list as a CSV file, and shows how many rows were read in the meantime. */
export function CsvButton({
  name,
  readRows,
}: {
  /** Of the file. */
  readonly name: string;
  readonly readRows: (onProgress: (count: number) => void) => Promise<CsvList>;
}): ReactNode {
  const [count, setCount] = useState<number>();
  const download = async (): Promise<void> => {
    setCount(0);
    try {
      const list = await readRows(setCount);
      downloadCsv(nameCsvList(name, list), list.rows);
      if (list.cutAt !== undefined) showToast(explainCut(list.cutAt), 'warning');
    } catch (error) {
      const reason = describeError(error);
      showToast(t('The rows could not be read: {reason}', { reason }), 'warning');
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

function explainCut(cutAt: number): string {
  return t('The file has the first {count} of more rows. Narrow the filters to get the others.', {
    count: formatCount(cutAt),
  });
}
