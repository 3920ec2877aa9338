// GET /console/fechamento/{companyId}/{period}/checklist, and the forms that tick and reopen its points. The commands check roles.
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { type IntercompanyRow, listIntercompany } from '../../../projections/views/competences/intercompany.js';
import type { ChecklistRow } from '../../../projections/views/competences/checklist.js';
import { Form, TypedInput } from '../../design/Form.js';
import { column, Table, type Column } from '../../design/Table.js';
import { Amount, balanceText, DateTime, Errors, State, centsOf, Part } from '../../design/values.js';
import {
  type ConsoleCall,
  get,
  monthSeen,
  noteWritten,
  personContext,
  post,
  type ConsoleRoute,
} from '../../route.js';
import { checklistAddress, competencesAddress } from './addresses.js';
import { reopenPoint, tickPoint } from '../../../commands/competence/checklist.js';
import { RELEASERS, WRITERS, type Role } from '../../../domain/clients/roles.js';
import { checklistOf } from '../../../domain/clients/workflowSettings.js';
import { checklistTitle, pointReopened, pointTicked } from '../../../messages/closing.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { showPage } from '../../design/Page.js';
import { notice, redirectTo } from '../../session/answers.js';
import { readForm, refusalOf } from '../../session/readForm.js';

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
      <p>
        <a href={competencesAddress({ companyId, competence })}>Fechar a competência</a>
      </p>
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

type Deps = Pick<
  ConsoleDependencies,
  'checklist' | 'pages' | 'registers' | 'bodies' | 'written' | 'log' | 'folds' | 'clock'
>;

/** Balances with other companies shown. */
const SHOWN_MAX = 100;

const PATH = '/console/fechamento/{companyId}/{period}/checklist';

export function checklistPages(deps: Deps): readonly ConsoleRoute[] {
  return [
    get(PATH, (call) => showChecklist(deps, call, [])),
    post(`${PATH}/concluir`, (call) => act(deps, call, 'tick')),
    post(`${PATH}/reabrir`, (call) => act(deps, call, 'reopen')),
  ];
}

async function showChecklist(
  deps: Deps,
  call: ConsoleCall,
  errors: readonly string[],
  status = 200,
): Promise<void> {
  const { company, competence } = monthSeen(deps, call);
  const { clientId, companyId, legalName } = company;
  const { access } = call.state.session;
  const rows = await deps.checklist({ clientId }, { companyId, competence });
  const roles = new Map(
    checklistOf(deps.registers.workflowOf(clientId), companyId).map(({ text, role }) => [text, role] as const),
  );
  const { rows: intercompany } = await listIntercompany(
    deps,
    { clientId },
    {
      ...{ companyIds: [companyId], visible: access.sees, competence, page: 1, limit: SHOWN_MAX },
    },
  );
  const nameOf = (id: number): string => deps.registers.companyName(id);
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

async function act(deps: Deps, call: ConsoleCall, which: 'tick' | 'reopen'): Promise<void> {
  const place = monthSeen(deps, call);
  const form = await readForm(call, deps);
  const point = form.text('ponto');
  const comment = form.text('comentario').slice(0, COMMENT_CHARACTERS_MAX);
  try {
    const { position } =
      which === 'tick'
        ? await tickPoint(deps, { ...place, point }, personContext(call))
        : await reopenPoint(deps, { ...place, point, comment }, personContext(call));
    await noteWritten(deps, call, position);
  } catch (error) {
    const { sentence, status } = refusalOf(error);
    return showChecklist(deps, call, [sentence], status);
  }
  notice(call, which === 'tick' ? pointTicked(point) : pointReopened(point));
  redirectTo(call, checklistAddress({ companyId: place.company.companyId, competence: place.competence }));
}
