// GET /console/balancetes/enviar: chooses a file and says whose it is.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { CompanyField, Field, FileField, Form, SendButton, Select } from '../../design/Form.js';
import { Table } from '../../design/Table.js';
import { DateTime, Errors, State, Empty } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';

export const SEND = '/console/balancetes/enviar';

export type Chosen = Readonly<{ companyId: string; period: string; chartName: string }>;

type Props = Readonly<{
  call: ConsoleCall;
  companies: readonly CompanyFacts[];
  charts: readonly string[];
  chosen: Chosen;
  errors: readonly string[];
  waiting: readonly WaitingFile[];
}>;

/** A file that was sent and neither imported nor discarded. `until`: ISO 8601 UTC. */
export type WaitingFile = Readonly<{
  stagedId: string;
  name: string;
  company: string;
  sentBy: string;
  isAccepted: boolean;
  until: string;
}>;

export function SendForm({ waiting, ...props }: Props) {
  if (props.companies.length === 0)
    return <Empty>Nenhuma empresa para a qual você possa enviar balancetes.</Empty>;
  return (
    <>
      <FileForm {...props} />
      {waiting.length > 0 && (
        <>
          <h2>Arquivos que esperam</h2>
          <Table
            caption="Arquivos que esperam"
            rows={waiting}
            columns={[
              {
                ...{ head: 'Arquivo', phone: 'line' },
                cell: ({ stagedId, name }) => <a href={`${SEND}/${stagedId}`}>{name}</a>,
              },
              { head: 'Empresa', cell: ({ company }) => company },
              { head: 'Enviado por', cell: ({ sentBy }) => sentBy },
              {
                head: 'Estado',
                cell: ({ isAccepted }) => (
                  <State tone={isAccepted ? 'done' : 'warn'}>
                    {isAccepted ? 'Pronto para importar' : 'A corrigir'}
                  </State>
                ),
              },
              { head: 'Espera até', cell: ({ until }) => <DateTime at={until} /> },
            ]}
          />
        </>
      )}
    </>
  );
}

function FileForm({ call, companies, charts, chosen, errors }: Omit<Props, 'waiting'>) {
  return (
    <Form call={call} action={SEND} upload class="form-page" data-part>
      <Errors sentences={errors} />
      <CompanyField companies={companies} value={chosen.companyId} />
      <FileField hint="O relatório como o ERP o gerou: XLSX, XLS, CSV, TXT, XML, HTML ou SPED ECD, até 50 MB. Também pode ser arrastado para cá." />
      <Field
        label="Competência"
        name="period"
        type="month"
        value={chosen.period}
        hint="Se não informada, é a que o arquivo traz."
      />
      {charts.length > 1 && (
        <Select
          label="Plano de contas"
          name="chartName"
          value={chosen.chartName}
          hint="Se não escolhido, é o único da empresa ou o que o arquivo indica."
          options={[['', 'O da empresa ou do arquivo'], ...charts.map((name) => [name, name] as const)]}
        />
      )}
      <SendButton />
    </Form>
  );
}
