// GET /console/fechamento/{companyId}/{period}/checklist, and the forms that tick and reopen its points. The commands check roles.
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { type IntercompanyRow, listIntercompany } from '../../../projections/views/competences/intercompany.js';
import type { ChecklistRow } from '../../../projections/views/competences/checklist.js';
import { Form, TypedInput } from '../../design/Form.js';
import { column, Table, type Column } from '../../design/Table.js';
import { Amount, balanceText, DateTime, Errors, State, centsOf, Part } from '../../design/values.js';
import { type ConsoleCall, get, monthSeen, personContext, type ConsoleRoute } from '../../route.js';
import { checklistAddress, competencesAddress } from './addresses.js';
import { reopenPoint, tickPoint } from '../../../commands/competence/checklist.js';
import { CLOSERS, RELEASERS, WRITERS, type Role } from '../../../domain/clients/roles.js';
import { checklistOf } from '../../../domain/clients/workflowSettings.js';
import { wholeNumber } from '../../../messages/formats.js';
import { checklistTitle, pointReopened, pointTicked } from '../../../messages/closing.js';
import { showPage } from '../../design/Page.js';
import { form, NOT_REFUSED, type FormFields } from '../../session/readForm.js';

/** `mayAct`: the person may tick or reopen it. */
type ShownPoint = ChecklistRow & Readonly<{ mayTick: boolean; mayReopen: boolean }>;

type Props = Readonly<{
  call: ConsoleCall;
  companyId: number;
  competence: string;
  points: readonly ShownPoint[];
  intercompany: readonly IntercompanyRow[];
  nameOf(companyId: number): string;
  errors: readonly string[];
}>;

function Checklist({ call, companyId, competence, points, intercompany, nameOf, errors }: Props) {
  const action = checklistAddress({ companyId, competence });
  return (
    <>
      <Errors sentences={errors} />
      <Table<ShownPoint>
        caption="Checklist"
        rows={points}
        columns={[
          ...columns,
          column('Ação', 'unseen line', (point) => (
            <Act {...{ call, action, point }} at={points.indexOf(point)} />
          )),
        ]}
      />
      {intercompany.length > 0 && (
        <Part id="entre-empresas" title="Saldos entre empresas">
          <Table caption="Saldos entre empresas" rows={intercompany} columns={intercompanyColumns(nameOf)} />
        </Part>
      )}
      {call.session.access.hasAny(CLOSERS, companyId) && (
        <p>
          <a href={competencesAddress({ companyId, competence })}>Fechar a competência</a>
        </p>
      )}
    </>
  );
}

const columns: readonly Column<ShownPoint>[] = [
  column('Ponto', 'long start', ({ descricao, comentario, feito }) => (
    <>
      {descricao}
      {!feito && comentario !== '' && <div class="muted">{`Reaberto: “${comentario}”`}</div>}
    </>
  )),
  column('Situação', 'end', ({ feito, impeditivo }) =>
    feito ? (
      <State tone="done">Concluído</State>
    ) : (
      <State tone={impeditivo ? 'warn' : 'plain'}>{impeditivo ? 'Pendente, impede fechar' : 'Pendente'}</State>
    ),
  ),
  column('Quem', 'line', ({ tipo, papel }) => (tipo === 'LIVRE' ? (papel ?? 'Qualquer papel') : 'Calculado')),
  column('Até', '', ({ prazo, diaUtil }) =>
    prazo === null ? '–' : `${diaUtil}º dia útil (${prazo.slice(8)}/${prazo.slice(5, 7)})`,
  ),
  column('Concluído por', 'line', ({ feitoEm, feitoPor }) =>
    feitoEm === null ? (
      '–'
    ) : (
      <>
        {feitoPor} em <DateTime at={feitoEm} />
      </>
    ),
  ),
];

const intercompanyColumns = (nameOf: Props['nameOf']): readonly Column<IntercompanyRow>[] => [
  column('Contas', 'name start', ({ prefixo }) => prefixo),
  column('Saldo', 'number', ({ saldo }) => balance(saldo)),
  column(
    'Outra empresa',
    'long line',
    ({ contraparteId, contrapartePrefixo }) => `${nameOf(contraparteId)}, contas ${contrapartePrefixo}`,
  ),
  column('Saldo da outra', 'number', (row) => balance(row.contraparteSaldo)),
  column('Diferença', 'number end', ({ diferenca }) => balance(diferenca)),
];

function balance(amount: number | null) {
  return amount === null ? <>–</> : <Amount text={balanceText(centsOf(amount))} />;
}

type ActProps = Readonly<{ call: ConsoleCall; action: string; point: ShownPoint; at: number }>;

function Act({ call, action, point, at }: ActProps) {
  if (!(point.feito ? point.mayReopen : point.mayTick)) return null;
  return (
    <Form call={call} action={`${action}/${point.feito ? 'reabrir' : 'concluir'}`} class="buttons">
      <input type="hidden" name="ponto" value={point.descricao} />
      {point.feito && (
        <TypedInput
          {...{ id: `comentario-${at}`, name: 'comentario', required: true, maxLength: COMMENT_CHARACTERS_MAX }}
          {...{ placeholder: 'Comentário', label: `Por que reabrir: ${point.descricao}` }}
        />
      )}
      <button aria-label={`${point.feito ? 'Reabrir' : 'Concluir'}: ${point.descricao}`}>
        {point.feito ? 'Reabrir' : 'Concluir'}
      </button>
    </Form>
  );
}

/** Balances with other companies shown. */
const SHOWN_MAX = 100;

const PATH = '/console/fechamento/{companyId}/{period}/checklist';

export const checklistPages: readonly ConsoleRoute[] = [
  get(PATH, showChecklist),
  form(`${PATH}/concluir`, act(tickPoint, pointTicked), { again: showChecklist }),
  form(`${PATH}/reabrir`, act(reopenPoint, pointReopened), { again: showChecklist }),
];

async function showChecklist(call: ConsoleCall, { errors, status } = NOT_REFUSED): Promise<void> {
  const { company, competence } = monthSeen(call);
  const { clientId, companyId, legalName } = company;
  const { access } = call.session;
  const rows = await call.deps.checklist({ clientId }, { companyId, competence });
  const roles = new Map(
    checklistOf(call.deps.registers.workflowOf(clientId), companyId).map(
      ({ text, role }) => [text, role] as const,
    ),
  );
  const { rows: intercompany } = await listIntercompany(
    call.deps,
    { clientId },
    {
      ...{ companyIds: [companyId], visible: access.sees, competence, page: 1, limit: SHOWN_MAX },
    },
  );
  const nameOf = (id: number): string => call.deps.registers.companyName(id);
  const points = rows.map((row) => {
    const role = roles.get(row.descricao) ?? null;
    const holds = (some: readonly Role[]): boolean => row.tipo === 'LIVRE' && access.hasAny(some, companyId);
    return {
      ...row,
      mayTick: holds(role === null ? WRITERS : [role]),
      mayReopen: holds(role === null ? WRITERS : [role, ...RELEASERS]),
    };
  });
  showPage(call, {
    title: checklistTitle(competence, legalName),
    status,
    body: <Checklist {...{ call, companyId, competence, points, intercompany, nameOf, errors }} />,
  });
}

function act(command: typeof tickPoint | typeof reopenPoint, toldOf: (point: string) => string) {
  return async (call: ConsoleCall, fields: FormFields) => {
    const place = monthSeen(call);
    const point = fields.text('ponto');
    const comment = fields.text('comentario');
    if (comment.length > COMMENT_CHARACTERS_MAX)
      return [`O comentário tem mais de ${wholeNumber(COMMENT_CHARACTERS_MAX)} caracteres`];
    const { position } = await command(call.deps, { ...place, point, comment }, personContext(call));
    const to = checklistAddress({ companyId: place.company.companyId, competence: place.competence });
    return { position, told: toldOf(point), to };
  };
}
