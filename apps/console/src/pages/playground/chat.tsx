import { useRef, useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { Card } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { AnswerPane, type Answer } from './answer-pane';
import { Conversation } from './conversation';
import type { Credential } from './credential';
import type { Dialect, TextRequest, Turn, UserTurn } from './dialects/dialect';
import { ImageField, type ChosenImage } from './image-field';
import { ModelField, useModels } from './model-field';
import { parseTools } from './parse-tools';
import { SnippetMenu } from './snippet-menu';
import { ToolResults } from './tool-results';
import { useAnswers } from './use-answers';

export interface ChatProps {
  readonly credential: Credential;
  readonly model: string;
  readonly onModel: (model: string) => void;
  /** One call for each. */
  readonly dialects: readonly Dialect[];
  /** More choices beside the model. */
  readonly children?: ReactNode;
  /** Answers link to their receipts, which need an account. */
  readonly hasReceipts: boolean;
  /** The credential has ended: the conversation stays, but nothing can be sent. */
  readonly isClosed?: boolean;
  /** After each answer, whether it succeeded or not. */
  readonly onAnswered?: () => void;
}

/** A conversation with a model: answers as they stream, and the call as a program. */
export function Chat(props: ChatProps): ReactNode {
  const { credential, dialects, hasReceipts, isClosed = false, model } = props;
  const [asked, setAsked] = useState<readonly Turn[]>([]);
  const [toolText, setToolText] = useState('');
  const { answers, ask, clear, isRunning, stop } = useAnswers(credential);
  const models = useModels('text');
  const { error, tools } = parseTools(toolText);
  const [first] = answers;
  const earlier = addAnswer(asked, first);
  const canSend = !isRunning && !isClosed && dialects.length > 0 && error === undefined;
  // The second click of a double click can come before the button is disabled.
  const isSending = useRef(false);
  const send = async (added: readonly Turn[]): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    const turns = [...earlier, ...added];
    setAsked(turns);
    await ask({ model, turns, tools }, dialects).finally(() => {
      isSending.current = false;
    });
    props.onAnswered?.();
  };
  return (
    <>
      <Conversation turns={asked} />
      <div className="grid gap-4 lg:grid-flow-col lg:auto-cols-fr">
        {answers.map((answer) => (
          <AnswerPane
            key={answer.dialect}
            answer={answer}
            hasReceipt={hasReceipts}
            prices={models.data?.data.find(({ id }) => id === model)?.pricing}
          />
        ))}
      </div>
      {answers.length === 0 && (
        <EmptyState title={t('The answer appears here')}>
          {t('With its tokens, its cost and the raw events of the stream.')}
        </EmptyState>
      )}
      {first !== undefined && first.calls.length > 0 && !isRunning && (
        <ToolResults
          calls={first.calls}
          isDisabled={!canSend}
          onSend={(results) => void send(results)}
        />
      )}
      <PromptCard
        {...props}
        canSend={canSend}
        makeRequest={(next) => ({ model, turns: next ? [...earlier, next] : asked, tools })}
        onSend={(turn) => void send([turn])}
        buttons={
          <>
            <Button disabled={!isRunning} onClick={stop}>
              {t('Stop')}
            </Button>
            <Button
              disabled={isRunning || asked.length === 0}
              onClick={() => {
                clear();
                setAsked([]);
              }}
            >
              {t('New conversation')}
            </Button>
          </>
        }
        tools={
          <details>
            <summary>{t('Tools')}</summary>
            <TextArea
              label={t('Tools as JSON')}
              value={toolText}
              hint={t('A list of functions with name, description and parameters.')}
              error={error}
              spellCheck={false}
              onChange={(event) => setToolText(event.target.value)}
            />
          </details>
        }
      />
    </>
  );
}

/** A turn that got no answer is dropped. */
function addAnswer(asked: readonly Turn[], answer: Answer | undefined): readonly Turn[] {
  if (answer === undefined) return asked;
  const { text } = answer;
  const calls = answer.calls.map(({ index: _, ...call }) => call);
  if (text === '' && calls.length === 0) return asked.slice(0, -1);
  return [...asked, { role: 'assistant', text, ...(calls.length === 0 ? {} : { calls }) }];
}

type PromptCardProps = Pick<ChatProps, 'children' | 'dialects' | 'model' | 'onModel'> & {
  readonly canSend: boolean;
  readonly makeRequest: (next: UserTurn | undefined) => TextRequest;
  readonly onSend: (turn: UserTurn) => void;
  readonly buttons: ReactNode;
  readonly tools: ReactNode;
};

function PromptCard(props: PromptCardProps): ReactNode {
  const { buttons, canSend, children, dialects, makeRequest, model, onModel, tools } = props;
  const [text, setText] = useState('');
  const [image, setImage] = useState<ChosenImage>();
  const next: UserTurn | undefined =
    text.trim() === ''
      ? undefined
      : { role: 'user', text, ...(image === undefined ? {} : { image: image.url }) };
  const [dialect] = dialects;
  const send = (): void => {
    if (next === undefined || !canSend) return;
    props.onSend(next);
    setText('');
    setImage(undefined);
  };
  return (
    <Card>
      <div className="grid gap-3 sm:grid-cols-2">
        <ModelField modality="text" model={model} onChange={onModel} />
        {children}
      </div>
      <TextArea
        label={t('Prompt')}
        rows={5}
        value={text}
        hint={t('Ctrl Enter sends it.')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <ImageField image={image} onChange={setImage} />
      {tools}
      <div className="flex flex-wrap gap-2 items-end">
        <Button look="primary" disabled={next === undefined || !canSend} onClick={send}>
          {t('Send')}
        </Button>
        {buttons}
        <SnippetMenu
          makeCall={() =>
            dialect && { path: dialect.path, body: dialect.makeBody(makeRequest(next)) }
          }
        />
      </div>
    </Card>
  );
}
