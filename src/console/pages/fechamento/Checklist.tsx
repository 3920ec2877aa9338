// The checklist of a company and competence, with the forms that tick and reopen its points.
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import type { IntercompanyRow } from '../../../projections/views/competences/intercompany.js';
import type { ChecklistRow } from '../../../projections/views/competences/checklist.js';
import { Form, useTyped } from '../../design/Form.js';
import { Table, type Column } from '../../design/Table.js';
import { Amount, balanceText, DateTime, Errors, State, centsOf, Part } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { checklistAddress, competencesAddress } from './addresses.js';

/** `mayAct`: the person may tick or reopen it. */
export type ShownPoint = ChecklistRow & Readonly<{ mayTick: boolean; mayReopen: boolean }>;

type Props = Readonly<{
  call: ConsoleCall;
  companyId: number;
  competence: string;
  points: readonly ShownPoint[];
  intercompany: readonly IntercompanyRow[];
  nameOf(companyId: number): string;
  errors: readonly string[];
}>;

export function Checklist({ call, companyId, competence, points, intercompany, nameOf, errors }: Props) {
  const action = checklistAddress({ companyId, competence });
  return (
    <>
      <Errors sentences={errors} />
      <Table
        caption="Checklist"
        rows={points}
        columns={[
          ...columns,
          {
            ...{ head: 'Ação', as: 'unseen', phone: 'line' },
            cell: (point) => <Act {...{ call, action, point }} at={points.indexOf(point)} />,
          },
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
  {
    ...{ head: 'Ponto', as: 'long', phone: 'start' },
    cell: ({ descricao, comentario, feito }) => (
      <>
        {descricao}
        {!feito && comentario !== '' && <div class="muted">{`Reaberto: “${comentario}”`}</div>}
      </>
    ),
  },
  {
    ...{ head: 'Situação', phone: 'end' },
    cell: ({ feito, impeditivo }) =>
      feito ? (
        <State tone="done">Concluído</State>
      ) : (
        <State tone={impeditivo ? 'warn' : 'plain'}>{impeditivo ? 'Pendente, impede fechar' : 'Pendente'}</State>
      ),
  },
  {
    head: 'Quem',
    phone: 'line',
    cell: ({ tipo, papel }) => (tipo === 'LIVRE' ? (papel ?? 'Qualquer papel') : 'Calculado'),
  },
  {
    head: 'Até',
    cell: ({ prazo, diaUtil }) =>
      prazo === null ? '–' : `${diaUtil}º dia útil (${prazo.slice(8)}/${prazo.slice(5, 7)})`,
  },
  {
    ...{ head: 'Concluído por', phone: 'line' },
    cell: ({ feitoEm, feitoPor }) =>
      feitoEm === null ? (
        '–'
      ) : (
        <>
          {feitoPor} em <DateTime at={feitoEm} />
        </>
      ),
  },
];

const intercompanyColumns = (nameOf: Props['nameOf']): readonly Column<IntercompanyRow>[] => [
  { head: 'Contas', as: 'name', phone: 'start', cell: ({ prefixo }) => prefixo },
  { head: 'Saldo', as: 'number', cell: ({ saldo }) => balance(saldo) },
  {
    ...{ head: 'Outra empresa', as: 'long', phone: 'line' },
    cell: ({ contraparteId, contrapartePrefixo }) => `${nameOf(contraparteId)}, contas ${contrapartePrefixo}`,
  },
  { head: 'Saldo da outra', as: 'number', cell: (row) => balance(row.contraparteSaldo) },
  {
    ...{ head: 'Diferença', as: 'number', phone: 'end' },
    cell: ({ diferenca }) => balance(diferenca),
  },
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
      {point.feito && <Comment point={point.descricao} id={`comentario-${at}`} />}
      <button aria-label={`${point.feito ? 'Reabrir' : 'Concluir'}: ${point.descricao}`}>
        {point.feito ? 'Reabrir' : 'Concluir'}
      </button>
    </Form>
  );
}

function Comment({ point, id }: Readonly<{ point: string; id: string }>) {
  return (
    <input
      id={id}
      name="comentario"
      required
      maxlength={COMMENT_CHARACTERS_MAX}
      placeholder="Comentário"
      aria-label={`Por que reabrir: ${point}`}
      value={useTyped('comentario', '')}
    />
  );
}
