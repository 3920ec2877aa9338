// GET /console/balancetes/enviar: chooses a file and says whose it is.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { CompanyField, Field, FileField, Form, SendButton, Select } from '../../design/Form.js';
import { Empty } from '../../design/Empty.js';
import { Errors } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';

export const SEND = '/console/balancetes/enviar';

export type Chosen = Readonly<{ companyId: string; period: string; chartName: string }>;

type Props = Readonly<{
  call: ConsoleCall;
  companies: readonly CompanyFacts[];
  charts: readonly string[];
  chosen: Chosen;
  errors: readonly string[];
}>;

export function SendForm({ call, companies, charts, chosen, errors }: Props) {
  if (companies.length === 0) return <Empty>Nenhuma empresa para a qual você possa enviar balancetes.</Empty>;
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
