import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { formatUsdExact } from '../../format/money';
import { formatCount } from '../../format/number';
import { formatDuration } from '../../format/time';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { Card, Facts } from '../../ui/page';
import type { TokenPrices } from '../models/what-if';
import { estimateUsage } from './estimate-usage';
import type { GrowingCall } from './join-calls';

/** An answer as far as it has come. */
export interface Answer {
  readonly dialect: string;
  readonly text: string;
  readonly calls: readonly GrowingCall[];
  readonly raw: readonly string[];
  readonly isRunning: boolean;
  readonly isStopped: boolean;
  readonly generationId?: string | undefined;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  readonly cost?: number;
  readonly error?: string;
  readonly firstTextMs?: number;
}

/** The answer as text, never as HTML, with its figures and the raw events. */
export function AnswerPane({
  answer,
  hasReceipt,
  prices,
}: {
  readonly answer: Answer;
  readonly hasReceipt: boolean;
  /** For the figures of an answer that still streams. */
  readonly prices: TokenPrices | undefined;
}): ReactNode {
  const [isRaw, setRaw] = useState(false);
  const { calls, error, isRunning } = answer;
  return (
    <Card
      title={answer.dialect}
      actions={
        <Button look="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          {isRaw ? t('Show the text') : t('Show the events')}
        </Button>
      }
    >
      <div
        aria-live="polite"
        aria-busy={isRunning}
        className="whitespace-pre-wrap break-words min-h-24"
      >
        {isRaw ? <code className="text-xs break-all">{answer.raw.join('\n\n')}</code> : answer.text}
        {!isRaw && calls.map((call) => <CallLine key={call.index} call={call} />)}
        {isRunning && <span aria-hidden="true"> ▌</span>}
      </div>
      {answer.isStopped && (
        <p className="text-muted">{t('Stopped. What was generated until then is charged.')}</p>
      )}
      {error !== undefined && (
        <p role="alert" className="text-bad">
          ⚠ {error}
        </p>
      )}
      <AnswerFacts answer={answer} hasReceipt={hasReceipt} prices={prices} />
    </Card>
  );
}

function CallLine({ call }: { readonly call: GrowingCall }): ReactNode {
  return (
    <code className="block text-xs break-all">
      {call.name}({call.arguments})
    </code>
  );
}

function AnswerFacts({
  answer,
  hasReceipt,
  prices,
}: {
  readonly answer: Answer;
  readonly hasReceipt: boolean;
  readonly prices: TokenPrices | undefined;
}): ReactNode {
  const { completionTokens, cost, firstTextMs, generationId, isRunning, promptTokens } = answer;
  const estimate = isRunning && answer.text !== '' ? estimateUsage(answer.text, prices) : undefined;
  const tokens = completionTokens ?? estimate?.completionTokens;
  const usd = cost ?? estimate?.cost;
  return (
    <Facts
      facts={[
        [t('Prompt tokens'), promptTokens === undefined ? '–' : formatCount(promptTokens)],
        [
          t('Completion tokens'),
          show(tokens, formatCount, isRunning || completionTokens === undefined),
        ],
        [t('First token'), firstTextMs === undefined ? '–' : formatDuration(firstTextMs)],
        [t('Cost (USD)'), show(usd, formatUsdExact, cost === undefined)],
        ...(hasReceipt
          ? [[t('Receipt'), <Receipt key="receipt" id={generationId} />] as const]
          : []),
      ]}
    />
  );
}

function show(
  value: number | undefined,
  format: (value: number) => string,
  isEstimate: boolean,
): string {
  if (value === undefined) return '–';
  return isEstimate ? `≈ ${format(value)}` : format(value);
}

export function Receipt({ id }: { readonly id: string | undefined }): ReactNode {
  if (id === undefined) return '–';
  return (
    <Link to="/calls/$id" params={{ id }}>
      {t('Open the receipt')}
    </Link>
  );
}
