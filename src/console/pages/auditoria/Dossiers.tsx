// Auditoria: the dossiers of closed months and the newest seals, each with the fingerprint of its checkpoint.
import type { Competence } from '../../../domain/kernel/competence.js';
import { month, wholeNumber } from '../../../messages/formats.js';
import type { Dossiers as DossierSource, MonthOfDossier, ShownSeal } from '../../dossiers.js';
import { Checkbox } from '../../design/Checkbox.js';
import { Form } from '../../design/Form.js';
import { Empty } from '../../design/Empty.js';
import { Table, type Column } from '../../design/Table.js';
import { DateTime, Period } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { dossierAddress, type Audited } from './filter.js';

type Props = Readonly<{
  call: ConsoleCall;
  company: Audited;
  period: Competence | null;
  closed: Awaited<ReturnType<DossierSource['closedMonths']>>;
  seals: readonly ShownSeal[];
}>;

export function Dossiers({ call, company, period, closed: { months, hasMore }, seals }: Props) {
  return (
    <>
      <section aria-labelledby="dossies">
        <h2 id="dossies">Dossiês</h2>
        <p>
          {`Um mês fechado de ${company.legalName} em um arquivo que se confere sem o serviço e sem a rede, com `}
          <a href="/docs/verificador.html">verificador.html</a>
          {'. O dossiê traz o checkpoint desta impressão digital em checkpoint.txt.'}
        </p>
        {months.length === 0 ? (
          <Empty>
            {period === null ? 'Nenhuma competência fechada.' : `A competência ${month(period)} não está fechada.`}
          </Empty>
        ) : (
          <ClosedMonths {...{ call, company, months }} />
        )}
        {hasMore && <p>As competências anteriores aparecem com o filtro Competência.</p>}
      </section>
      <section aria-labelledby="selos">
        <h2 id="selos">Selos</h2>
        <p>
          {'O checkpoint do selo mais novo não mostra dados de ninguém: '}
          <a href="/v1/log/checkpoint">guarde-o</a>
          {' fora daqui, byte a byte, e o log não poderá ser reescrito sem que se veja.'}
        </p>
        <Table
          caption="Selos mais novos"
          id="selos-novos"
          columns={sealColumns}
          rows={seals}
          empty="Nenhum selo ainda."
        />
      </section>
    </>
  );
}

type ClosedProps = Pick<Props, 'call' | 'company'> & Readonly<{ months: readonly MonthOfDossier[] }>;

function ClosedMonths({ call, company: { companyId }, months }: ClosedProps) {
  const columns: readonly Column<MonthOfDossier>[] = [
    { head: 'Competência', phone: 'start', cell: ({ competence }) => <Period period={competence} /> },
    { head: 'Fechada em', as: 'nowrap', phone: 'end', cell: ({ closedAt }) => <DateTime at={closedAt} /> },
    {
      ...{ head: 'Checkpoint (SHA-256)', phone: 'line' },
      cell: ({ seal }) =>
        seal === null ? (
          'Ainda sem selo: o dossiê o faz'
        ) : (
          <>
            <Fingerprint value={seal.fingerprint} />
            <small>{eventsSealed(seal)}</small>
          </>
        ),
    },
    {
      ...{ head: 'Dossiê', phone: 'line' },
      cell: ({ competence, laterActAt }) => (
        <Form call={call} action={dossierAddress(companyId, competence)}>
          <Checkbox name="nomes" id={`nomes-${competence}`} label="Com nomes" checked={false} />
          <button aria-label={`Baixar dossiê de ${month(competence)}`}>Baixar dossiê</button>
          {laterActAt !== null && (
            <div class="muted">
              {'Há atos posteriores nas conciliações, até '}
              <DateTime at={laterActAt} />
              {': não estão no dossiê. '}
              <button name="agora" value="sim" aria-label={`Baixar dossiê de ${month(competence)} até agora`}>
                Baixar até agora
              </button>
            </div>
          )}
        </Form>
      ),
    },
  ];
  return <Table caption="Dossiês de competências fechadas" id="meses-fechados" columns={columns} rows={months} />;
}

const sealColumns: readonly Column<ShownSeal>[] = [
  { head: 'Quando', as: 'nowrap', phone: 'start', cell: ({ at }) => <DateTime at={at} /> },
  { head: 'O que cobre', phone: 'end', cell: eventsSealed },
  {
    ...{ head: 'Checkpoint (SHA-256)', phone: 'line' },
    cell: ({ fingerprint }) => <Fingerprint value={fingerprint} />,
  },
];

function Fingerprint({ value }: Readonly<{ value: string }>) {
  return <code class="breaks">{value}</code>;
}

function eventsSealed({ size }: ShownSeal): string {
  return size === 1 ? '1 evento selado' : `${wholeNumber(size)} eventos selados`;
}
