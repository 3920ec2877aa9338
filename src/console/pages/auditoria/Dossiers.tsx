// Auditoria: the dossiers of closed months and the newest seals, each with the fingerprint of its checkpoint.
import { month, type Competence } from '../../../domain/kernel/competence.js';
import { counted } from '../../../messages/formats.js';
import type { Dossiers as DossierSource, MonthOfDossier, ShownSeal, DossierRefusal } from '../../dependencies.js';
import { Form, Checkbox } from '../../design/Form.js';
import { column, monthColumn, Table, type Column } from '../../design/Table.js';
import { DateTime, Part } from '../../design/values.js';
import { monthSeen, noteWritten, personContext, type ConsoleCall } from '../../route.js';
import type { Audited } from './filter.js';
import { recordDossier } from '../../../commands/competence/recordDossier.js';
import type { Done } from '../../session/answers.js';
import type { FormFields } from '../../session/readForm.js';
import { paths } from '../../paths.js';

type Props = Readonly<{
  company: Audited;
  period: Competence | null;
  closed: Awaited<ReturnType<DossierSource['closedMonths']>>;
  seals: readonly ShownSeal[];
}>;

export function Dossiers({ company, period, closed: { months, hasMore }, seals }: Props) {
  return (
    <>
      <Part id="dossies" title="Dossiês">
        <p>
          {`Um mês fechado de ${company.legalName} em um arquivo que se confere sem o serviço e sem a rede, com `}
          <a href="/docs/verificador.html">verificador.html</a>
          {'. O dossiê traz o checkpoint desta impressão digital em checkpoint.txt.'}
        </p>
        <Table
          caption="Dossiês de competências fechadas"
          id="meses-fechados"
          columns={closedColumns(company)}
          rows={months}
          empty={
            period === null
              ? 'Nenhuma competência fechada ainda: o dossiê nasce do fechamento.'
              : `A competência ${month(period)} não está fechada.`
          }
        />
        {hasMore && <p>As competências anteriores aparecem com o filtro Competência.</p>}
      </Part>
      <Part id="selos" title="Selos">
        <p>
          {'Guarde fora daqui '}
          <a href="/v1/log/checkpoint">o checkpoint do selo mais novo</a>
          {', sem alterar o arquivo: ele mostra se o histórico for reescrito, e não traz dados de ninguém.'}
        </p>
        <Table
          caption="Selos mais novos"
          id="selos-novos"
          columns={sealColumns}
          rows={seals}
          empty="Nenhum selo ainda: o primeiro dossiê o faz."
        />
      </Part>
    </>
  );
}

function closedColumns({ companyId }: Audited): readonly Column<MonthOfDossier>[] {
  return [
    monthColumn('Competência', 'start', ({ competence }) => competence),
    column('Fechada em', 'nowrap end', ['moment', ({ closedAt }) => closedAt]),
    column('Checkpoint (SHA-256)', 'line', ({ seal }) =>
      seal === null ? (
        'Ainda sem selo: o dossiê o faz'
      ) : (
        <>
          <code class="breaks">{seal.fingerprint}</code>
          <small>{eventsSealed(seal)}</small>
        </>
      ),
    ),
    column('Dossiê', 'line', ({ competence, laterActAt }) => (
      <Form action={`${paths.audit}/dossies/${companyId}/${competence}`}>
        <div class="buttons">
          <Checkbox name="nomes" id={`nomes-${competence}`} label="Com nomes" checked={false} />
          <button aria-label={`Baixar dossiê de ${month(competence)}`}>Baixar dossiê</button>
        </div>
        {laterActAt !== null && (
          <>
            <div class="muted">
              {'Há atos posteriores nas conciliações, até '}
              <DateTime at={laterActAt} />
              {': não estão no dossiê.'}
            </div>
            <button name="agora" value="sim" aria-label={`Baixar dossiê de ${month(competence)} até agora`}>
              Baixar até agora
            </button>
          </>
        )}
      </Form>
    )),
  ];
}

const sealColumns: readonly Column<ShownSeal>[] = [
  column('Quando', 'nowrap start', ['moment', ({ at }) => at]),
  column('O que cobre', 'end', eventsSealed),
  column('Checkpoint (SHA-256)', 'line', ({ fingerprint }) => <code class="breaks">{fingerprint}</code>),
];

function eventsSealed({ size }: ShownSeal): string {
  return counted(size, 'evento selado', 'eventos selados');
}

const refusals: Readonly<Record<DossierRefusal, string>> = {
  open: 'a competência não está fechada',
  busy: 'outro dossiê da sua empresa ou grupo está sendo feito. Tente de novo quando ele terminar',
  unsigned: 'os selos ainda não são assinados neste serviço',
  differs: 'o log não confere com o seu último selo. Avise o operador',
};

/** Sends an attachment, in pieces. What does not exist and a company that is not seen are answered alike. */
export async function downloadDossier(call: ConsoleCall, form: FormFields): Promise<Done | void> {
  const { registers, dossiers, people } = call.deps;
  const { company, competence } = monthSeen(call);
  const { clientId, companyId } = company;
  const refuse = (why: DossierRefusal): Done => ({
    told: `Sem dossiê de ${month(competence)}: ${refusals[why]}.`,
    kind: 'bad',
    to: `${paths.audit}?companyId=${companyId}&period=${competence}`,
  });
  if ((await dossiers.closedMonths(companyId, competence)).months.length === 0) return refuse('open');
  const users = form.has('nomes') ? await people.byId([...registers.workflowOf(clientId).users.keys()]) : null;
  const names = users && new Map(users.map(({ personId, name }) => [personId, name]));
  const made = await dossiers.make(company, competence, { names, untilNow: form.has('agora') });
  if (typeof made === 'string') return refuse(made);
  try {
    const recorded = { company, competence, made: made.made };
    const { position } = await recordDossier(call.deps, recorded, personContext(call));
    await noteWritten(call, position);
  } catch (error) {
    made.bytes.destroy();
    throw error;
  }
  call.set({
    'Content-Disposition': `attachment; filename="dossie-${companyId}-${competence}.zip"`,
    'Content-Type': 'application/zip',
    'Content-Length': String(made.length),
  });
  call.body = made.bytes;
}
