// Auditoria: the dossiers of closed months and the newest seals, each with the fingerprint of its checkpoint.
import type { Competence } from '../../../domain/kernel/competence.js';
import { month, wholeNumber } from '../../../messages/formats.js';
import type { Dossiers as DossierSource, MonthOfDossier, ShownSeal } from '../../dossiers.js';
import { Form } from '../../design/Form.js';
import { Table } from '../../design/Table.js';
import { DateTime, Empty, Period } from '../../design/values.js';
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
        <h2 id="dossies" class="h5 mt-4">
          Dossiês
        </h2>
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
        <h2 id="selos" class="h5 mt-4">
          Selos
        </h2>
        <p>
          {'O checkpoint do selo mais novo não mostra dados de ninguém: '}
          <a href="/v1/log/checkpoint">guarde-o</a>
          {' fora daqui, byte a byte, e o log não poderá ser reescrito sem que se veja.'}
        </p>
        {seals.length === 0 ? <Empty>Nenhum selo ainda.</Empty> : <Seals seals={seals} />}
      </section>
    </>
  );
}

type ClosedProps = Pick<Props, 'call' | 'company'> & Readonly<{ months: readonly MonthOfDossier[] }>;

function ClosedMonths({ call, company: { companyId }, months }: ClosedProps) {
  return (
    <Table
      caption="Dossiês de competências fechadas"
      id="meses-fechados"
      head={
        <>
          <th scope="col">Competência</th>
          <th scope="col">Fechada em</th>
          <th scope="col">Checkpoint (SHA-256)</th>
          <th scope="col">Dossiê</th>
        </>
      }
    >
      {months.map(({ competence, closedAt, seal, laterActAt }) => (
        <tr>
          <td>
            <Period period={competence} />
          </td>
          <td class="text-nowrap">
            <DateTime at={closedAt} />
          </td>
          <td>
            {seal === null ? (
              'Ainda sem selo: o dossiê o faz'
            ) : (
              <>
                <Fingerprint value={seal.fingerprint} />
                <div class="small">{eventsSealed(seal)}</div>
              </>
            )}
          </td>
          <td>
            <Form call={call} action={dossierAddress(companyId, competence)}>
              <button
                class="btn btn-sm btn-outline-primary text-nowrap"
                aria-label={`Baixar dossiê de ${month(competence)}`}
              >
                Baixar dossiê
              </button>
            </Form>
            {laterActAt !== null && (
              <div class="small">
                {'Há atos posteriores nas conciliações, até '}
                <DateTime at={laterActAt} />
                {': não estão no dossiê'}
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Seals({ seals }: Pick<Props, 'seals'>) {
  return (
    <Table
      caption="Selos mais novos"
      id="selos-novos"
      head={
        <>
          <th scope="col">Quando</th>
          <th scope="col">O que cobre</th>
          <th scope="col">Checkpoint (SHA-256)</th>
        </>
      }
    >
      {seals.map((seal) => (
        <tr>
          <td class="text-nowrap">
            <DateTime at={seal.at} />
          </td>
          <td>{eventsSealed(seal)}</td>
          <td>
            <Fingerprint value={seal.fingerprint} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Fingerprint({ value }: Readonly<{ value: string | null }>) {
  return value === null ? <>Selo sem assinatura</> : <code class="text-break">{value}</code>;
}

function eventsSealed({ size }: ShownSeal): string {
  return size === 1 ? '1 evento selado' : `${wholeNumber(size)} eventos selados`;
}
