// /console/fechamento/{companyId}/{period}/checklist, and the forms that tick and reopen points.
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { type IntercompanyRow, listIntercompany } from '../../../projections/views/competences/intercompany.js';
import { competenceState } from '../../../projections/views/competences/newestCompetences.js';
import { findChecklist, type ChecklistRow } from '../../../projections/views/competences/checklist.js';
import { Form, HiddenFields, LinkButton, TypedInput, useCall } from '../../design/Form.js';
import { column, stateColumn, Table, type Column } from '../../design/Table.js';
import { centsOf } from '../../../domain/kernel/money.js';
import { Balance, DateTime, Errors, Part, type StateWord } from '../../design/values.js';
import { type ConsoleCall, get, monthSeen, personContext, type ConsoleRoute } from '../../route.js';
import * as links from './addresses.js';
import { reopenPoint, tickPoint } from '../../../commands/competence/checklist.js';
import { dayInSaoPaulo } from '../../../domain/kernel/calendarDate.js';
import { CLOSERS, RELEASERS, WRITERS } from '../../../domain/clients/roles.js';
import { checklistOf } from '../../../domain/clients/workflowSettings.js';
import { wholeNumber } from '../../../messages/formats.js';
import { alreadySo, checklistTitle, pointReopened, pointTicked } from '../../../messages/closing.js';
import { showPage } from '../../design/Page.js';
import { form, NOT_REFUSED, type FormFields } from '../../session/readForm.js';
import { paths } from '../../paths.js';

/** @param day today in São Paulo (AAAA-MM-DD): until its own day a point is in time */
const columnsOn = (day: string): readonly Column<ChecklistRow>[] => [
  column('Ponto', 'start', ({ tipo, descricao, comentario, feito, empresaId, competencia }) => (
    <>
      {feito || tipo === 'LIVRE' ? (
        descricao
      ) : (
        <a href={LACKING[tipo]({ companyId: empresaId, competence: competencia })}>{descricao}</a>
      )}
      {!feito && comentario !== '' && <div class="muted">{`Reaberto: “${comentario}”`}</div>}
    </>
  )),
  stateColumn('Situação', 'end', (point) => stateOn(day, point)),
  column('Quem', 'nowrap start', ({ tipo, papel }) =>
    tipo === 'LIVRE' ? (papel ?? 'Qualquer papel') : 'Automático',
  ),
  column('Até', 'nowrap end', ({ prazo, diaUtil }) =>
    prazo === null ? null : `${diaUtil}º dia útil (${prazo.slice(8)}/${prazo.slice(5, 7)})`,
  ),
  column('Concluído por', 'line', ({ feitoEm, feitoPor }) =>
    feitoEm === null ? null : (
      <>
        {feitoPor} em <DateTime at={feitoEm} />
      </>
    ),
  ),
];

/** Where a person finds what a computed point still lacks. */
const LACKING: Readonly<Record<Exclude<ChecklistRow['tipo'], 'LIVRE'>, (place: links.Place) => string>> = {
  IMPORTADO: links.trialBalancesAddress,
  LIBERADO: links.trialBalancesAddress,
  CONCLUIDO: links.unfinishedAddress,
  SEM_ATRASO: links.overdueAddress,
  CONTINUIDADE: links.trialBalancesAddress,
  DOSSIE: links.dossiersAddress,
};

function stateOn(day: string, { feito, impeditivo, prazo }: ChecklistRow): StateWord {
  if (feito) return { tone: 'done', name: 'Concluído' };
  const isLate = prazo !== null && prazo < day;
  const name = isLate ? 'Atrasado' : 'Pendente';
  const tone = isLate ? 'bad' : impeditivo ? 'warn' : 'plain';
  return { tone, name: impeditivo ? `${name}, impede fechar` : name };
}

const intercompanyColumns = (nameOf: (companyId: number) => string): readonly Column<IntercompanyRow>[] => [
  column('Contas', 'start', ({ prefixo }) => prefixo),
  column('Saldo', 'number', ({ saldo }) => balance(saldo)),
  column(
    'Outra empresa',
    'line',
    ({ contraparteId, contrapartePrefixo }) => `${nameOf(contraparteId)}, contas ${contrapartePrefixo}`,
  ),
  column('Saldo da outra', 'number', (row) => balance(row.contraparteSaldo)),
  column('Diferença', 'number', ({ diferenca }) => balance(diferenca)),
];

const balance = (amount: number | null) => <Balance cents={amount && centsOf(amount)} />;

function Act({ point, at }: Readonly<{ point: ChecklistRow; at: number }>) {
  const { descricao, feito } = point;
  const act = feito ? 'Reabrir' : 'Concluir';
  return (
    <Form action={`${addressOf(useCall())}/${act.toLowerCase()}`} class="buttons">
      <HiddenFields fields={[['ponto', descricao]]} />
      {feito && (
        <TypedInput
          id={`comentario-${at}`}
          name="comentario"
          required
          size={28}
          pattern=".*\S.*"
          title="Diga o motivo"
          maxLength={COMMENT_CHARACTERS_MAX}
          placeholder="Comentário"
          label={`Por que reabrir: ${descricao}`}
        />
      )}
      <button aria-label={`${act}: ${descricao}`}>{act}</button>
    </Form>
  );
}

const addressOf = (call: ConsoleCall): string => {
  const { company, competence } = monthSeen(call);
  return links.checklistAddress({ companyId: company.companyId, competence });
};

/** Balances with other companies shown. */
const SHOWN_MAX = 100;

const PATH = `${paths.closing}/{companyId}/{period}/checklist`;

export const checklistPages: readonly ConsoleRoute[] = [
  get(PATH, showChecklist),
  form(`${PATH}/concluir`, act(tickPoint, pointTicked), { again: showChecklist }),
  form(`${PATH}/reabrir`, act(reopenPoint, pointReopened), { again: showChecklist }),
];

async function showChecklist(call: ConsoleCall, { errors, status } = NOT_REFUSED): Promise<void> {
  const { deps } = call;
  const { access } = call.session;
  const { company, competence } = monthSeen(call);
  const { clientId, companyId } = company;
  const points = await findChecklist(deps, { clientId }, { companyId, competence });
  const state = await competenceState(deps.pages.store, { clientId }, companyId, competence);
  const isClosed = state?.closing?.fechada ?? false;
  const mayAct = isClosed ? () => false : mayActOn(call, companyId);
  const query = { companyIds: [companyId], visible: access.sees, competence, page: 1, limit: SHOWN_MAX };
  const { rows: intercompany } = await listIntercompany(deps, { clientId }, query);
  showPage(call, {
    title: checklistTitle(competence, company.legalName),
    status,
    actions: <LinkButton href={links.closingAddress(competence)}>Fechamento</LinkButton>,
    body: (
      <>
        <Errors sentences={errors} />
        <Table<ChecklistRow>
          caption="Checklist"
          rows={points}
          columns={[
            ...columnsOn(dayInSaoPaulo(deps.clock.now().toISOString())),
            column(
              'Ação',
              'unseen line',
              (point) => mayAct(point) && <Act point={point} at={points.indexOf(point)} />,
            ),
          ]}
        />
        {intercompany.length > 0 && (
          <Part id="entre-empresas" title="Saldos entre empresas">
            <Table
              caption="Saldos entre empresas"
              rows={intercompany}
              columns={intercompanyColumns(deps.registers.companyName)}
            />
          </Part>
        )}
        {!isClosed && access.hasAny(CLOSERS, companyId) && (
          <p class="no-print">
            <a href={links.competencesAddress({ companyId, competence })}>Fechar a competência</a>
          </p>
        )}
      </>
    ),
  });
}

/** Ticking is for the point's role, reopening also for who releases. */
function mayActOn({ deps, session }: ConsoleCall, companyId: number): (point: ChecklistRow) => boolean {
  const points = checklistOf(deps.registers.workflowOf(session.clientId), companyId);
  const roles = new Map(points.map(({ text, role }) => [text, role] as const));
  return ({ tipo, descricao, feito }) => {
    const role = roles.get(descricao) ?? null;
    const allowedRoles = role === null ? WRITERS : feito ? [role, ...RELEASERS] : [role];
    return tipo === 'LIVRE' && session.access.hasAny(allowedRoles, companyId);
  };
}

function act(command: typeof tickPoint | typeof reopenPoint, toldOf: (point: string) => string) {
  return async (call: ConsoleCall, fields: FormFields) => {
    const place = monthSeen(call);
    const point = fields.text('ponto');
    const comment = fields.text('comentario');
    if (comment.length > COMMENT_CHARACTERS_MAX)
      return [`O comentário tem mais de ${wholeNumber(COMMENT_CHARACTERS_MAX)} caracteres`];
    const { position } = await command(call.deps, { ...place, point, comment }, personContext(call));
    const told = position === null ? alreadySo(toldOf(point)) : toldOf(point);
    return { position, told, kind: position === null ? 'warn' : 'done', to: addressOf(call) } as const;
  };
}
