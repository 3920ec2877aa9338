// Competências: a table for each company, with the forms that close and reopen.
import type { VNode } from 'preact';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { actsAfterClosing, closingWarningSentence, stageNames } from '../../../messages/closing.js';
import { month as monthName } from '../../../messages/formats.js';
import { companyFilter, Filters, monthFilter } from '../../design/Filters.js';
import { Form, useTyped } from '../../design/Form.js';
import { Exports, Pagination, Table, type Column } from '../../design/Table.js';
import { DateTime, Errors, Period, State, Empty, Part } from '../../design/values.js';
import type { FileColumns } from '../../exportedTable.js';
import type { ConsoleCall } from '../../route.js';
import { afterClosingAddress, stageTones } from '../fechamento/addresses.js';
import { closeAddress, COMPETENCES, filterText, reopenAddress, type Filter } from './addresses.js';
import type { CompanyCompetences, CompetenceRow } from './companyCompetences.js';
import { Pending } from './CloseQuestion.js';

type Props = Readonly<{
  call: ConsoleCall;
  companies: readonly CompanyCompetences[];
  pagination: Readonly<{ page: number; pages: number; total: number }>;
  /** Every company that the person sees. */
  choices: readonly Readonly<{ companyId: number; legalName: string }>[];
  filter: Filter;
  nameOf(personId: string): string;
  errors: readonly string[];
}>;

export function Competences({ call, companies, pagination, choices, filter, nameOf, errors }: Props) {
  return (
    <>
      <Errors sentences={errors} />
      {choices.length > 1 && (
        <Filters
          path={COMPETENCES}
          fields={[companyFilter(choices, filter.companyId), monthFilter(filter.period)]}
        />
      )}
      {companies.length === 0 && <Empty>Nenhuma competência com este filtro.</Empty>}
      {companies.map((one) => (
        <Part id={`empresa-${one.company.companyId}`} title={one.company.legalName}>
          <Table
            caption={`Competências de ${one.company.legalName}`}
            columns={columnsFor(call, { filter, nameOf }, one.mayClose)}
            rows={one.rows}
          />
        </Part>
      ))}
      <Pagination address={new URLSearchParams(filterText(filter))} path={COMPETENCES} {...pagination} />
      {companies.length > 0 && (
        <Exports call={call} path={COMPETENCES} address={new URLSearchParams(filterText(filter))} />
      )}
    </>
  );
}

export const competencesFile = (nameOf: Props['nameOf']): FileColumns<CompetenceRow> => ({
  Empresa: ['text', ({ company }) => company.legalName],
  Competência: ['text', ({ competence }) => monthName(competence)],
  Situação: ['text', ({ isClosed }) => (isClosed ? 'Fechada' : 'Aberta')],
  Etapa: ['text', ({ stage }) => stageNames[stage]],
  'Fechada ou reaberta em': ['moment', ({ state }) => state?.closing?.at],
  Por: ['text', ({ state }) => state?.closing && whoOf(state.closing.by, nameOf)],
  Justificativa: ['text', ({ state }) => state?.closing?.reason],
  Pendências: ['text', ({ pending }) => pending.map(closingWarningSentence).join('; ')],
  'Atos depois do fechamento': ['integer', (row) => row.actsAfterClosing],
});

function columnsFor(
  call: ConsoleCall,
  { filter, nameOf }: Pick<Props, 'filter' | 'nameOf'>,
  mayClose: boolean,
): readonly Column<CompetenceRow>[] {
  return [
    {
      ...{ head: 'Competência', as: 'name', phone: 'start' },
      cell: (row) => (
        <span id={rowId(row)}>
          <Period period={row.competence} />
        </span>
      ),
    },
    { head: 'Situação', phone: 'end', cell: situation },
    { head: 'Por quem', as: 'long', phone: 'line', cell: (row) => lastAct(row, nameOf) },
    { head: 'Pendências', phone: 'line', cell: pendingList },
    ...(mayClose
      ? [
          {
            head: 'Ação',
            as: 'unseen',
            phone: 'line',
            cell: (row: CompetenceRow) => act(call, row, filter),
          } as const,
        ]
      : []),
  ];
}

function situation({ isClosed, stage }: CompetenceRow): VNode {
  return (
    <>
      <State tone={isClosed ? 'done' : 'plain'}>{isClosed ? 'Fechada' : 'Aberta'}</State>{' '}
      {!isClosed && <State tone={stageTones[stage]}>{stageNames[stage]}</State>}
    </>
  );
}

function lastAct({ state }: CompetenceRow, nameOf: Props['nameOf']): VNode | string {
  const closing = state?.closing ?? null;
  if (closing === null) return '–';
  const { by, at, closed, reason } = closing;
  const name = whoOf(by, nameOf);
  return (
    <>
      {closed ? 'Fechada' : 'Reaberta'}
      {name === '' ? '' : ` por ${name}`} em <DateTime at={at} />
      {reason !== '' && <div class="muted">{`“${reason}”`}</div>}
    </>
  );
}

const whoOf = (
  { personId, name }: Readonly<{ personId: string | null; name: string }>,
  nameOf: Props['nameOf'],
) => (personId === null ? name : nameOf(personId));

function pendingList(row: CompetenceRow): VNode | string {
  const { pending, blockedBy, company, competence } = row;
  if (blockedBy !== null)
    return (
      <>
        {`Para reabrir, reabra antes ${monthName(blockedBy)}`}
        {row.actsAfterClosing > 0 && <div>{afterClosing(row)}</div>}
      </>
    );
  if (pending.length === 0) return afterClosing(row);
  return <Pending {...{ competence }} companyId={company.companyId} warnings={pending} />;
}

function afterClosing(row: CompetenceRow): VNode | string {
  if (row.actsAfterClosing === 0) return '–';
  return <a href={afterClosingAddress(row)}>{actsAfterClosing(row.actsAfterClosing)}</a>;
}

function act(call: ConsoleCall, row: CompetenceRow, filter: Filter): VNode {
  const { company, competence, isClosed, blockedBy } = row;
  const described = `empresa-${company.companyId} ${rowId(row)}`;
  if (blockedBy !== null)
    return (
      <button disabled title={`Reabra antes ${monthName(blockedBy)}`}>
        Reabrir
      </button>
    );
  if (isClosed)
    return (
      <Form call={call} action={reopenAddress(company.companyId, competence)} class="buttons">
        <input type="hidden" name="filtro" value={filterText(filter)} />
        <Reason described={described} />
        <button aria-describedby={described}>Reabrir</button>
      </Form>
    );
  const close = (
    <Form call={call} action={closeAddress(company.companyId, competence)}>
      <input type="hidden" name="filtro" value={filterText(filter)} />
      <button aria-describedby={described}>Fechar</button>
    </Form>
  );
  if (row.isNext) return close;
  return (
    <details>
      <summary aria-describedby={described}>Mais</summary>
      {close}
    </details>
  );
}

function Reason({ described }: Readonly<{ described: string }>) {
  return (
    <input
      name="justificativa"
      required
      maxlength={COMMENT_CHARACTERS_MAX}
      placeholder="Justificativa"
      aria-label="Justificativa"
      aria-describedby={described}
      value={useTyped('justificativa', '')}
    />
  );
}

const rowId = ({ company, competence }: CompetenceRow): string => `competencia-${company.companyId}-${competence}`;
