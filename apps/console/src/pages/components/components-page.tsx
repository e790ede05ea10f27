import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { ConfirmDialog, Dialog } from '../../ui/dialog';
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Meter } from '../../ui/meter';
import { Money } from '../../ui/money';
import { Card, Facts, Figure, Page } from '../../ui/page';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time, TimeAgo } from '../../ui/time';
import { showToast } from '../../ui/toast';

const amounts = [0, 1234567.5, 12.3, 0.00050052, 0.000000001, -2.345];
const refused = new ApiError(503, {
  error: { message: 'Billing does not answer', metadata: { request_id: 'req_01' } },
});

/** Every component of the console on one page, for those who build and test it. */
export function ComponentsPage(): ReactNode {
  return (
    <Page title="Components" lead="One of each, in every state." actions={<Button>Action</Button>}>
      <div className="grid gap-4 lg:grid-cols-2">
        <Buttons />
        <Figures />
        <Card title="Form">
          <ExampleForm />
        </Card>
        <Card title="Table">
          <Table
            caption="Amounts"
            rows={amounts}
            rowKey={String}
            empty={<EmptyState title="Empty" />}
            columns={[
              { key: 'number', title: 'Number', render: String },
              { key: 'usd', title: 'USD', isFigure: true, render: (usd) => <Money usd={usd} /> },
            ]}
          />
        </Card>
        <Card title="States">
          <LoadingState />
          <ErrorState error={refused} onRetry={() => showToast('Tried again.')} />
          <EmptyState title="Nothing yet">Do this next.</EmptyState>
        </Card>
        <Card title="Code">
          <CodeBlock label="Command" code="curl https://gateway.example/v1/models" />
        </Card>
      </div>
    </Page>
  );
}

function ExampleForm(): ReactNode {
  return (
    <Form
      fields={['name', 'kind', 'text', 'is_on']}
      action="Send"
      onSubmit={async () => {
        throw new ApiError(400, { error: { message: 'name: is taken', param: 'name' } });
      }}
    >
      {(errors) => (
        <>
          <TextField
            label="Name"
            name="name"
            hint="Sending shows an error here."
            error={errors.name}
          />
          <SelectField label="Kind" name="kind" options={{ a: 'First', b: 'Second' }} />
          <TextArea label="Text" name="text" />
          <CheckField label="On" name="is_on" hint="A choice." />
        </>
      )}
    </Form>
  );
}

function Dialogs(): ReactNode {
  const [shown, setShown] = useState<'dialog' | 'confirm'>();
  const close = (): void => setShown(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setShown('dialog')}>Dialog</Button>
      <Button onClick={() => setShown('confirm')}>Confirm</Button>
      {shown === 'dialog' && (
        <Dialog title="Dialog" onClose={close}>
          <p>Escape closes it.</p>
        </Dialog>
      )}
      {shown === 'confirm' && (
        <ConfirmDialog
          title="Delete it?"
          action="Delete"
          onConfirm={async () => close()}
          onClose={close}
        >
          <p>This is what will happen.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function Buttons(): ReactNode {
  return (
    <Card title="Buttons and badges">
      <div className="flex flex-wrap gap-2">
        <Button>Plain</Button>
        <Button look="primary">Primary</Button>
        <Button look="danger">Danger</Button>
        <Button look="quiet">Quiet</Button>
        <Button isBusy>Busy</Button>
        <Button disabled>Disabled</Button>
        <Button onClick={() => showToast('Saved.')}>Toast</Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <Badge>neutral</Badge>
        <Badge tone="good">good</Badge>
        <Badge tone="warn">warn</Badge>
        <Badge tone="bad">bad</Badge>
      </div>
      <Dialogs />
    </Card>
  );
}

/** The time of the visit, not of the build: otherwise no two builds of this page are equal. */
function Distance(): ReactNode {
  const [visitedAt, setVisitedAt] = useState<string | null>(null);
  useEffect(() => setVisitedAt(new Date().toISOString()), []);
  return <TimeAgo at={visitedAt} />;
}

function Figures(): ReactNode {
  return (
    <Card title="Figures">
      <div className="flex flex-wrap gap-6">
        <Figure label="Balance (USD)" note="exact on hover">
          <Money usd={12.5} />
        </Figure>
      </div>
      <Facts
        facts={[
          ['Time', <Time key="time" at="2026-03-29T00:30:15Z" />],
          ['Distance', <Distance key="ago" />],
          ['Nothing', <Money key="none" usd={null} />],
        ]}
      />
      <Meter label="Quota" used={85} limit={100} text="85 of 100 calls" />
    </Card>
  );
}
