// Competências: a table for each company, with the forms that close and reopen.
import type { VNode } from 'preact';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/textLimits.js';
import { month as monthName } from '../../../messages/formats.js';
import { CompanyFilter, MonthFilter } from '../../design/filters.js';
import { Form, useTyped } from '../../design/Form.js';
import { DateTime, Empty, Errors, Period } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { stageNames, stageTones } from '../fechamento/names.js';
import { closeAddress, COMPETENCES, filterText, reopenAddress, type Filter } from './addresses.js';
import type { CompanyCompetences, CompetenceRow } from './companyCompetences.js';
import { Pending } from './Pending.js';

type Props = Readonly<{
  call: ConsoleCall;
  companies: readonly CompanyCompetences[];
  /** Every company that the person sees. */
  choices: readonly Readonly<{ companyId: number; legalName: string }>[];
  filter: Filter;
  nameOf(personId: string): string;
  errors: readonly string[];
}>;

export function Competences({ call, companies, choices, filter, nameOf, errors }: Props) {
  return (
    <>
      <Errors sentences={errors} />
      {choices.length > 1 && <Filters choices={choices} filter={filter} />}
      {companies.length === 0 && <Empty>Nenhuma competência com este filtro.</Empty>}
      {companies.map((one) => (
        <section class="competences" aria-labelledby={`empresa-${one.company.companyId}`}>
          <h2 id={`empresa-${one.company.companyId}`}>{one.company.legalName}</h2>
          <div
            class="table-responsive"
            tabindex={0}
            role="region"
            aria-label={`Competências de ${one.company.legalName}`}
          >
            <table class="table table-sm align-middle">
              <thead>
                <tr>
                  <th scope="col">Competência</th>
                  <th scope="col">Situação</th>
                  <th scope="col">Por quem</th>
                  <th scope="col">Pendências</th>
                  {one.mayClose && <th scope="col">Ação</th>}
                </tr>
              </thead>
              <tbody>
                {one.rows.map((row) => (
                  <tr>
                    <th scope="row" id={rowId(row)}>
                      <Period period={row.competence} />
                    </th>
                    <td>{situation(row)}</td>
                    <td>{lastAct(row, nameOf)}</td>
                    <td>{pendingList(row)}</td>
                    {one.mayClose && <td>{act(call, row, filter)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </>
  );
}

function Filters({ choices, filter }: Pick<Props, 'choices' | 'filter'>) {
  return (
    <form class="list-filters" method="get" action={COMPETENCES} role="search" aria-label="Filtros">
      <CompanyFilter companies={choices} value={filter.companyId} />
      <MonthFilter value={filter.period} />
      <button class="btn btn-sm btn-primary">Filtrar</button>
    </form>
  );
}

function situation({ isClosed, stage }: CompetenceRow): VNode {
  return (
    <>
      <span class={`badge text-bg-${isClosed ? 'light border' : 'success'}`}>
        {isClosed ? 'Fechada' : 'Aberta'}
      </span>
      {!isClosed && <span class={`badge text-bg-${stageTones[stage]}`}>{stageNames[stage]}</span>}
    </>
  );
}

function lastAct({ state }: CompetenceRow, nameOf: Props['nameOf']): VNode | string {
  const closing = state?.closing ?? null;
  if (closing === null) return '–';
  const { by, at, closed, reason } = closing;
  const name = by.personId === null ? by.name : nameOf(by.personId);
  return (
    <>
      {closed ? 'Fechada' : 'Reaberta'}
      {name === '' ? '' : ` por ${name}`} em <DateTime at={at} />
      {reason !== '' && <div class="reason">{`“${reason}”`}</div>}
    </>
  );
}

function pendingList({ pending, blockedBy, company, competence }: CompetenceRow): VNode | string {
  if (blockedBy !== null) return `Para reabrir, reabra antes ${monthName(blockedBy)}`;
  if (pending.length === 0) return '–';
  return <Pending {...{ competence }} companyId={company.companyId} warnings={pending} />;
}

function act(call: ConsoleCall, row: CompetenceRow, filter: Filter): VNode {
  const { company, competence, isClosed, blockedBy, stage } = row;
  const described = `empresa-${company.companyId} ${rowId(row)}`;
  if (blockedBy !== null)
    return (
      <button class="btn btn-sm btn-outline-secondary" disabled title={`Reabra antes ${monthName(blockedBy)}`}>
        Reabrir
      </button>
    );
  if (isClosed)
    return (
      <Form call={call} action={reopenAddress(company.companyId, competence)} class="act">
        <input type="hidden" name="filtro" value={filterText(filter)} />
        <Reason described={described} />
        <button class="btn btn-sm btn-outline-danger" aria-describedby={described}>
          Reabrir
        </button>
      </Form>
    );
  return (
    <Form call={call} action={closeAddress(company.companyId, competence)} class="act">
      <input type="hidden" name="filtro" value={filterText(filter)} />
      <button class={`btn btn-sm btn${stage === 'READY' ? '' : '-outline'}-primary`} aria-describedby={described}>
        Fechar
      </button>
    </Form>
  );
}

function Reason({ described }: Readonly<{ described: string }>) {
  return (
    <input
      class="form-control form-control-sm"
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
