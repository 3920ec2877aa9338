// /console/balancetes: the versions by company and competence, with counters and warnings of their import.
import { trialBalanceStatusWords } from '../../../domain/books/events.js';
import { IMPORTERS, RELEASERS } from '../../../domain/clients/roles.js';
import type { AffectedReconciliation, Listed } from '../../../domain/trialBalance/importOutcome.js';
import { reconciliationStates } from '../../../domain/reconciliation/states.js';
import { situationWords } from '../../../domain/trialBalance/lines.js';
import { andMore, wholeNumber, counted } from '../../../messages/formats.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { Names } from '../../../projections/views/scope.js';
import {
  findTrialBalanceVersion,
  listTrialBalanceVersions,
  type TrialBalanceVersion,
} from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import type { TrialBalancesQuery } from '../../../projections/views/trialBalances/trialBalances.js';
import { choiceFilter, companyFilter, monthFilter } from '../../design/Filters.js';
import { Form, HiddenFields, useCall } from '../../design/Form.js';
import { showList } from '../../design/List.js';
import { column, monthColumn, PAGE_ROWS, stateColumn, Table, type Column } from '../../design/Table.js';
import { Balance, DateTime, Lines } from '../../design/values.js';
import {
  addressWith,
  queryOf,
  companyFiltered,
  parseWholeNumber,
  notFound,
  type ConsoleCall,
} from '../../route.js';
import { companiesByName, idsSeen } from '../../session/access.js';
import { pagePath } from '../conciliacao/addresses.js';
import { paths } from '../../paths.js';

export async function showVersions(call: ConsoleCall): Promise<void> {
  const { deps, session } = call;
  const query = queryOf(call);
  const company = companyFilter(companiesByName(deps.registers, session), companyFiltered(call));
  const period = monthFilter(query.month());
  const status = choiceFilter(query, ['Situação', 'status', 'Todas'], trialBalanceStatusWords);
  const filtered = { companyId: company.value ?? null, period: period.value ?? null };
  const send = addressWith(`${paths.trialBalances}/enviar`, '', filtered);
  await showList(call, {
    title: 'Balancetes',
    fileName: 'balancetes',
    caption: 'Versões dos balancetes',
    add: session.access.hasAny(IMPORTERS) && [send, 'Enviar balancete'],
    filters: [company, period, status],
    columns: [
      ...versionColumns,
      column('Atos', 'unseen line', (version: TrialBalanceVersion) => <ReleaseButton version={version} />),
    ],
    rows: (page) =>
      versionsSeen(call, company.value ?? null, { period: period.value, status: status.value, page }),
    empty: 'Nenhum balancete foi importado ainda: o primeiro começa o mês.',
    none: 'Nenhum balancete com este filtro.',
  });
}

const affectedColumns: readonly Column<AffectedReconciliation>[] = [
  column('Conta', 'line', (it) => (
    <a href={pagePath(it.reconciliationId)}>{`${it.accountCode} ${it.accountName}`}</a>
  )),
  stateColumn('Estado', 'end', ({ status }) => reconciliationStates[status]),
  column('Saldo atual', 'number', ({ balanceDebitCents }) => <Balance cents={balanceDebitCents} />),
  column('Saldo novo', 'number', ({ newBalanceDebitCents }) => <Balance cents={newBalanceDebitCents} />),
];

export function Affected({ items, total }: Listed<AffectedReconciliation>) {
  if (total === 0) return <p>Nenhuma conciliação enviada ou aprovada perderia o que já foi feito.</p>;
  const more = total - items.length;
  return (
    <>
      <div class="note warn">
        {total === 1
          ? '1 conciliação enviada ou aprovada voltaria'
          : `${wholeNumber(total)} conciliações enviadas ou aprovadas voltariam`}{' '}
        ao Elaborador quando a versão fosse liberada.
      </div>
      <Table caption="Conciliações afetadas" columns={affectedColumns} rows={items} />
      {more > 0 && <p>{andMore(more)}</p>}
    </>
  );
}

/** Newest first. @param companyId null: of all that the person sees */
function versionsSeen(
  call: ConsoleCall,
  companyId: number | null,
  where: Pick<TrialBalancesQuery, 'page' | 'period' | 'status'>,
): Promise<Page<TrialBalanceVersion>> {
  const { deps, session } = call;
  const companies = idsSeen(deps.registers, session, companyId);
  const query = { ...where, companies, limit: PAGE_ROWS, order: 'desc' } as const;
  return listTrialBalanceVersions(deps.pages, session, query, namesOf(call));
}

/** The version in the path. @throws ConsoleRefused PageNotFound also where the person does not see its company */
export async function versionSeen(call: ConsoleCall, id: string): Promise<TrialBalanceVersion> {
  const { deps, session } = call;
  const trialBalanceId = parseWholeNumber(id) ?? notFound();
  const version = await findTrialBalanceVersion(deps.pages, session, trialBalanceId, namesOf(call));
  return version !== null && session.access.sees(version.empresaId) ? version : notFound();
}

/** The versions of the same company that a version can be compared with, newest first: at most a page of them. */
export async function comparableWith(
  call: ConsoleCall,
  { id, empresaId }: TrialBalanceVersion,
): Promise<readonly TrialBalanceVersion[]> {
  return (await versionsSeen(call, empresaId, { page: 1 })).rows.filter((other) => other.id !== id);
}

function namesOf({ deps: { registers, names } }: ConsoleCall): Names {
  return { companyName: registers.companyName, personNames: names.of };
}

const versionColumns: readonly Column<TrialBalanceVersion>[] = [
  column('Empresa', 'start', ['text', (it) => it.empresaNome]),
  monthColumn('Competência', 'end', (it) => it.competencia),
  column('Versão', 'number start', ['integer', (it) => it.versao], ({ id, versao }) => (
    <a href={`${paths.trialBalances}/${id}`}>
      <span class="phone">versão </span>
      {versao}
    </a>
  )),
  stateColumn('Situação', 'end', ({ status }) => trialBalanceStatusWords[status]),
  column(
    'Importado',
    'off',
    {
      'Importado em': ['moment', (it) => it.importadoEm],
      'Importado por': ['text', (it) => it.importadoPor],
    },
    (it) => <Done at={it.importadoEm} by={it.importadoPor} />,
  ),
  column(
    'Liberado',
    'wide',
    { 'Liberado em': ['moment', (it) => it.liberadoEm], 'Liberado por': ['text', (it) => it.liberadoPor] },
    (it) => it.liberadoEm !== null && <Done at={it.liberadoEm} by={it.liberadoPor} />,
  ),
  column(
    'Linhas',
    'number wide',
    {
      Enviadas: ['integer', (it) => it.enviadas],
      Importadas: ['integer', (it) => it.linhas],
      [situationWords.FORA_DO_PLANO.name]: ['integer', (it) => it.foraDoPlano],
      'Não conciliam': ['integer', (it) => it.naoConciliam],
    },
    (version) => (
      <>
        {wholeNumber(version.linhas)}
        <Ignored version={version} />
      </>
    ),
  ),
  column('Avisos', '', ['integer', (it) => it.totalDeAvisos], (version) => <Warnings version={version} />),
];

function Done({ at, by }: Readonly<{ at: string; by: string }>) {
  return (
    <>
      <DateTime at={at} />
      <small>{by}</small>
    </>
  );
}

export function unreconciled(count: number): string {
  return `${wholeNumber(count)} que ${count === 1 ? 'não concilia' : 'não conciliam'}`;
}

/** What of the lines sent is not among those imported. */
function Ignored({ version: { enviadas, linhas, ...version } }: Readonly<{ version: TrialBalanceVersion }>) {
  if (enviadas === linhas) return null;
  const { foraDoPlano, naoConciliam } = version;
  return (
    <div class="muted">
      de {wholeNumber(enviadas)}
      {foraDoPlano > 0 && <div>{wholeNumber(foraDoPlano)} fora do plano</div>}
      {naoConciliam > 0 && <div>{unreconciled(naoConciliam)}</div>}
    </div>
  );
}

export function Warnings({ version: { avisos, totalDeAvisos } }: Readonly<{ version: TrialBalanceVersion }>) {
  if (avisos === null) return <span title="Importado antes de os avisos serem guardados">–</span>;
  if (totalDeAvisos === 0) return <>nenhum</>;
  return (
    <details>
      <summary>{counted(totalDeAvisos, 'aviso')}</summary>
      <Lines of={avisos} total={totalDeAvisos} />
    </details>
  );
}

/** Shown to who releases in any company; disabled with the reason where the act would be refused. */
type ReleaseProps = Readonly<{ version: TrialBalanceVersion; isMain?: boolean }>;

export function ReleaseButton({ version, isMain = false }: ReleaseProps) {
  const { session, url } = useCall();
  const { access } = session;
  if (!version.atual || version.status !== 'IMPORTED') return null;
  if (!access.hasAny(RELEASERS)) return null;
  const reason = !access.hasAny(RELEASERS, version.empresaId)
    ? 'Só Supervisor e Administrador do módulo desta empresa liberam balancetes'
    : version.fechada
      ? 'A competência está fechada'
      : undefined;
  return (
    <Form action={`${paths.trialBalances}/${version.id}/liberar`} class={isMain ? 'field' : undefined}>
      <HiddenFields fields={[['voltar', url]]} />
      <button class={isMain ? 'primary' : undefined} disabled={reason !== undefined} title={reason}>
        Liberar
      </button>
      {reason !== undefined && <div class="muted">{reason}</div>}
    </Form>
  );
}
