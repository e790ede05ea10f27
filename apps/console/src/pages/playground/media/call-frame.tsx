import { useRef, useState, type ReactNode } from 'react';
import { formatUsdExact } from '../../../format/money';
import { t } from '../../../i18n/language';
import { Button } from '../../../ui/button';
import { Card, Facts } from '../../../ui/page';
import { describeError, EmptyState } from '../../../ui/states';
import { Receipt } from '../answer-pane';
import { ModelField, type Modality } from '../model-field';
import { readGenerationId, sendCall, type ModelCall } from '../send-call';
import { SnippetMenu } from '../snippet-menu';
import type { SnippetCall } from '../snippets';
import { accountCredential } from '../token';

export interface MediaProps {
  readonly model: string;
  readonly onModel: (model: string) => void;
}

/** What a call made, and its cost in USD where it is known. */
export interface MediaResult {
  readonly content: ReactNode;
  readonly cost: number | undefined;
}

interface Outcome {
  readonly result?: MediaResult;
  readonly generationId?: string | undefined;
  readonly error?: string;
}

export interface CallFrameProps extends MediaProps {
  readonly modality: Modality;
  /** Undefined while something is missing. */
  readonly call: ModelCall | undefined;
  readonly snippet: SnippetCall;
  readonly read: (response: Response) => Promise<MediaResult>;
  /** The fields of the call. */
  readonly children: ReactNode;
}

/** One call that makes something else than text: its fields, its result and its cost. */
export function CallFrame(props: CallFrameProps): ReactNode {
  const { call, children, modality, model, onModel, snippet } = props;
  const { isRunning, outcome, start, stop } = useCall(props);
  return (
    <>
      <Card>
        <ModelField modality={modality} model={model} onChange={onModel} />
        {children}
        <div className="flex flex-wrap gap-2 items-end">
          <Button
            look="primary"
            disabled={call === undefined || model === ''}
            isBusy={isRunning}
            onClick={() => void start()}
          >
            {t('Send')}
          </Button>
          <Button disabled={!isRunning} onClick={stop}>
            {t('Stop')}
          </Button>
          <SnippetMenu makeCall={() => snippet} />
        </div>
        {outcome.error !== undefined && (
          <p role="alert" className="text-bad">
            ⚠ {outcome.error}
          </p>
        )}
      </Card>
      {outcome.result === undefined ? (
        <EmptyState title={isRunning ? t('Please wait …') : t('The result appears here')} />
      ) : (
        <Card title={t('Result')}>
          {outcome.result.content}
          <Facts
            facts={[
              [
                t('Cost (USD)'),
                outcome.result.cost === undefined ? '–' : formatUsdExact(outcome.result.cost),
              ],
              [t('Receipt'), <Receipt key="receipt" id={outcome.generationId} />],
            ]}
          />
        </Card>
      )}
    </>
  );
}

function useCall({ call, read }: CallFrameProps): {
  readonly outcome: Outcome;
  readonly isRunning: boolean;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
} {
  const [outcome, setOutcome] = useState<Outcome>({});
  const [running, setRunning] = useState(false);
  const controller = useRef<AbortController>(undefined);
  // The second click of a double click can come before the button is disabled.
  const isSending = useRef(false);
  const start = async (): Promise<void> => {
    if (call === undefined || isSending.current) return;
    isSending.current = true;
    const current = new AbortController();
    controller.current = current;
    setRunning(true);
    setOutcome({});
    try {
      const response = await sendCall(accountCredential, call, current.signal);
      setOutcome({ result: await read(response), generationId: readGenerationId(response) });
    } catch (error) {
      setOutcome(current.signal.aborted ? {} : { error: describeError(error) });
    } finally {
      isSending.current = false;
      setRunning(false);
    }
  };
  return { outcome, isRunning: running, start, stop: () => controller.current?.abort() };
}
