// GET /console/conciliacoes/{id}/arquivos/{staged}: the lines of the files, their pairs, and what the composition would become.
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import type { StatementsRead } from '../../../commands/reconciliations/statementFiles.js';
import type { Proposal, Read } from '../../../commands/reconciliations/composeFromFiles.js';
import { pairKey, type MatchRule, type Pair } from '../../../domain/reconciliation/matchLines.js';
import type { SideLine } from '../../../domain/reconciliation/remainingItems.js';
import {
  statementColumns,
  statementSides,
  type StatementMapping,
  type StatementSide,
  type StatementTable,
} from '../../../domain/reconciliation/statement.js';
import { columnName } from '../../../domain/clients/columnMapping.js';
import { MAPPERS } from '../../../domain/clients/roles.js';
import { exactBalance } from '../../../domain/kernel/money.js';
import { ITEMS_MAX } from '../../../domain/reconciliation/events.js';
import { money, wholeNumber } from '../../../messages/formats.js';
import {
  alreadyInComposition,
  ruleNames,
  sideNames,
  statementColumnNames,
  sumsUntried,
  tooManyLeft,
} from '../../../messages/statements.js';
import { ColumnsForm, FirstRows, type ColumnChoice } from '../../design/Columns.js';
import { Field, Form } from '../../design/Form.js';
import { Pagination, Table, type Column } from '../../design/Table.js';
import { Amount, dateText, Errors, Money, sidedText, Fact } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import type { PageData } from '../conciliacao/pageData.js';
import { filesPath } from '../conciliacao/addresses.js';
import type { Columns } from './kept.js';

type Props = Readonly<{
  call: ConsoleCall;
  data: PageData;
  files: readonly StagedFile[];
  /** Those that were sent before. */
  told: readonly string[];
  shown:
    | Readonly<{ read: Read; proposal: Proposal; fingerprint: string }>
    | Readonly<{ read: Unread; sentences: readonly string[] }>;
  /** Others see the files to save their columns. */
  mayRecord: boolean;
  columns: Columns;
}>;
type Unread = Extract<StatementsRead, { ok: false }>;

export function FilesPage({ call, data, files, told, shown, mayRecord, columns }: Props) {
  const path = `${filesPath(data.id)}/${files[0]?.stagedId ?? ''}`;
  const tables = statementSides.map((side) => ({
    side,
    table:
      'sentences' in shown
        ? shown.read.side === side && shown.read.fault.table
        : shown.read.statements[side]?.table,
  }));
  return (
    <>
      <p>
        {files.map(({ name }, at) => (
          <>
            {at > 0 && ' e '}
            <strong>{name}</strong>
          </>
        ))}
        , de <strong>{data.company.legalName}</strong>. Nada foi gravado ainda.
      </p>
      {told.map((sentence) => (
        <p class="note warn">{sentence}</p>
      ))}
      {'sentences' in shown ? (
        <section aria-label="O que impede a leitura">
          <h2>O que impede a leitura</h2>
          <Errors sentences={shown.sentences} />
        </section>
      ) : (
        <Read {...{ call, data, path, mayRecord }} {...shown} isMatched={files.length > 1} />
      )}
      {tables.map(({ side, table }) => {
        const isWrong = 'sentences' in shown;
        return (
          table && (
            <SideColumns
              {...{ call, path, side, table, isWrong }}
              companyId={data.company.companyId}
              chosen={columns[side] ?? null}
            />
          )
        );
      })}
      {mayRecord && (
        <Form call={call} action={`${path}/descartar`}>
          <button>Descartar e enviar outros arquivos</button>
        </Form>
      )}
    </>
  );
}

const CHOICES: readonly ColumnChoice[] = statementColumns.map((field) => ({
  ...{ field, name: statementColumnNames[field] },
  isRequired: field === 'data' || field === 'descricao',
}));

type SideProps = Readonly<{
  call: ConsoleCall;
  path: string;
  side: StatementSide;
  table: StatementTable;
  isWrong: boolean;
  companyId: number;
  chosen: StatementMapping | null;
}>;

function SideColumns({ call, path, side, table, isWrong, companyId, chosen }: SideProps) {
  return (
    <section aria-label={`Colunas do ${sideNames[side].toLowerCase()}`}>
      {isWrong && <FirstRows {...{ table, choices: CHOICES, rows: table.firstRows.length }} />}
      <ColumnsForm
        {...{ call, table, choices: CHOICES, isWrong }}
        title={`Corrigir as colunas do ${sideNames[side].toLowerCase()}`}
        action={`${path}/colunas`}
        isCorrected={chosen !== null}
        maySave={call.state.session.access.hasAny(MAPPERS, companyId)}
        where="ele abre o endereço desta página"
      >
        <input type="hidden" name="arquivo" value={side} />
      </ColumnsForm>
    </section>
  );
}

type ReadProps = Pick<Props, 'call' | 'data' | 'mayRecord'> &
  Readonly<{ path: string; read: Read; proposal: Proposal; fingerprint: string; isMatched: boolean }>;

function Read(props: ReadProps) {
  const { call, path, read, proposal, fingerprint, isMatched, mayRecord } = props;
  const { items, sumCents } = proposal;
  const isPossible = items.length <= ITEMS_MAX && sumCents !== null;
  return (
    <>
      <section aria-labelledby="resultado">
        <h2 id="resultado">O que a composição passa a ser</h2>
        <Facts {...props} />
        {isMatched && mayRecord && (
          <Form call={call} action={`${path}/pares`} class="buttons">
            <Field
              label="Saldo final do extrato"
              name="saldo"
              value={proposal.balanceCents === null ? '' : money(proposal.balanceCents)}
              inputMode="decimal"
              autocomplete="off"
              hint="Negativo para conta devedora no banco. Em branco: o que o arquivo traz, ou nenhum."
            />
            <button name="acao" value="saldo">
              Usar este saldo
            </button>
          </Form>
        )}
        {!mayRecord ? null : isPossible ? (
          <Form call={call} action={`${path}/gravar`}>
            <input type="hidden" name="previa" value={fingerprint} />
            <button class="primary">Gravar a composição</button>
          </Form>
        ) : (
          <Errors sentences={[tooManyLeft(items.length)]} />
        )}
      </section>
      <Left {...{ call, path, read, proposal, isMatched }} />
      {isMatched && <Pairs {...{ call, path, read, proposal }} />}
      <Form call={call} action={`${path}/pares`} class="buttons">
        {statementSides
          .filter((side) => isMatched || side === 'razao')
          .map((side) => (
            <button name="inverter" value={side}>
              Inverter os sinais do {sideNames[side].toLowerCase()}
            </button>
          ))}
      </Form>
      <p class="hint">Nas listas, o que entra na conta é positivo e o que sai, negativo.</p>
    </>
  );
}

function Facts({ data: { row }, read, proposal, isMatched }: ReadProps) {
  const { items, sumCents, pairs, left, known } = proposal;
  const difference = sumCents === null ? null : exactBalance(row.saldoContabil, -sumCents, row.ajustes);
  const rules = Object.keys(ruleNames) as MatchRule[];
  const untried = read.matched?.untried ?? 0;
  return (
    <dl class="facts">
      {statementSides.map((side) => {
        const facts = read.statements[side];
        return facts && <Fact name={sideNames[side]}>{linesText(read, side)}</Fact>;
      })}
      {isMatched && (
        <>
          {rules.map((rule) => {
            const count = pairs.filter((pair) => pair.rule === rule).length;
            return count > 0 && <Fact name={ruleNames[rule]}>{counted(count, 'par', 'pares')}</Fact>;
          })}
          <Fact name="Sobram">
            {wholeNumber(left.razao.length)} do razão; {wholeNumber(left.extrato.length)} do extrato
          </Fact>
          {untried > 0 && <Fact name="Somas">{sumsUntried(untried)}</Fact>}
        </>
      )}
      {known > 0 && <Fact name="Repetidas">{alreadyInComposition(known)}</Fact>}
      <Fact name="Composição">
        {counted(items.length, 'item', 'itens')}; soma {sumCents === null ? '–' : sidedText(sumCents, row)}
      </Fact>
      <Fact name="Saldo contábil">{sidedText(row.saldoContabil, row)}</Fact>
      <Fact name="Diferença">{difference === null ? '–' : <Amount text={sidedText(difference, row)} />}</Fact>
    </dl>
  );
}

function linesText({ lines, statements }: Read, side: StatementSide): string {
  const { balanceLines = 0, otherAccounts = 0, table } = statements[side] ?? {};
  const carried = lines[side].filter(({ item }) => item !== null).length;
  const read = statementColumns.flatMap((column) => {
    const [index] = table?.places[column] ?? [];
    return index === undefined
      ? []
      : [`${statementColumnNames[column]}: "${columnName(table?.headings ?? [], index)}"`];
  });
  return [
    counted(lines[side].length - carried, 'lançamento', 'lançamentos'),
    ...(carried > 0 ? [`${counted(carried, 'item', 'itens')} em aberto de meses anteriores`] : []),
    ...(balanceLines > 0 ? [`${counted(balanceLines, 'linha', 'linhas')} de saldo ou total de fora`] : []),
    ...(otherAccounts > 0 ? [`${counted(otherAccounts, 'linha', 'linhas')} de outras contas de fora`] : []),
    ...(read.length > 0 ? [`colunas ${read.join(', ')}`] : []),
  ].join('; ');
}

type ListProps = Readonly<{ call: ConsoleCall; path: string; read: Read; proposal: Proposal }>;
type LeftLine = Readonly<{ side: StatementSide; index: number; line: SideLine }>;

/** Rows of a list shown at once. */
const ROWS = 100;

function paged<Row>(call: ConsoleCall, path: string, rows: readonly Row[], parameter: string, label: string) {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const address = new URLSearchParams(call.querystring);
  const page = Math.min(Math.max(1, Math.trunc(Number(address.get(parameter)) || 1)), pages);
  const list = { parameter, at: `#${parameter}`, label };
  return {
    rows: rows.slice((page - 1) * ROWS, page * ROWS),
    links: <Pagination {...{ address, path, page, pages, list }} total={rows.length} />,
  };
}

/** What is in no pair: with two sides, to be paired by hand. */
function Left({ call, path, read, proposal: { left }, isMatched }: ListProps & Readonly<{ isMatched: boolean }>) {
  const all = statementSides.flatMap((side) =>
    left[side].flatMap((index): readonly LeftLine[] => {
      const line = read.lines[side][index];
      return line === undefined ? [] : [{ side, index, line }];
    }),
  );
  const title = isMatched ? 'O que sobra' : 'As linhas do arquivo';
  const { rows, links } = paged(call, path, all, 'sobras', title);
  const pick: Column<LeftLine> = {
    ...{ head: 'Marcar', as: 'unseen', phone: 'pick' },
    cell: ({ side, index, line }) => (
      <input
        type="checkbox"
        name={side}
        value={String(index)}
        aria-label={`Marcar ${line.description}, ${sideNames[side]}, ${money(line.amountCents)}`}
      />
    ),
  };
  return (
    <section aria-labelledby="sobras">
      <h2 id="sobras">{title}</h2>
      <Form call={call} action={`${path}/pares${call.search}`}>
        <Table
          caption={title}
          rows={rows}
          empty="Nada sobra: toda linha está em um par."
          columns={[
            ...(isMatched
              ? [pick, { head: 'Lado', phone: 'start', cell: ({ side }: LeftLine) => sideNames[side] } as const]
              : []),
            { head: 'Data', as: 'nowrap', phone: 'end', cell: ({ line }) => dateText(line.date) },
            { head: 'Descrição', phone: 'line', cell: ({ line }) => line.description },
            {
              ...{ head: 'Documento e contraparte', phone: 'line' },
              cell: ({ line }) => [line.document ?? '', line.counterparty ?? ''].filter(Boolean).join(' · '),
            },
            { head: 'Valor', as: 'number', cell: ({ line }) => <Money cents={line.amountCents} /> },
          ]}
        />
        {links}
        {isMatched && rows.length > 0 && (
          <button name="acao" value="par">
            Formar par com as marcadas
          </button>
        )}
      </Form>
    </section>
  );
}

function Pairs({ call, path, read, proposal: { pairs } }: ListProps) {
  const { rows, links } = paged(call, path, pairs, 'pares', 'Pares');
  const lines = (pair: Pair, side: StatementSide) =>
    pair[side].map((index) => {
      const { date = '', description = '' } = read.lines[side][index] ?? {};
      return (
        <div>
          {dateText(date)} {description}
        </div>
      );
    });
  const sumOf = (pair: Pair): number =>
    pair.razao.reduce((sum, index) => sum + (read.lines.razao[index]?.amountCents ?? 0), 0);
  return (
    <section aria-labelledby="pares">
      <h2 id="pares">Pares</h2>
      <Form call={call} action={`${path}/pares${call.search}`}>
        <Table
          caption="Pares"
          rows={rows}
          empty="Nenhum par foi encontrado."
          columns={[
            { head: 'Razão', phone: 'line', cell: (pair) => lines(pair, 'razao') },
            { head: 'Extrato', phone: 'line', cell: (pair) => lines(pair, 'extrato') },
            { head: 'Regra', phone: 'line', cell: ({ rule }) => ruleNames[rule] },
            { head: 'Valor', as: 'number', phone: 'start', cell: (pair) => <Money cents={sumOf(pair)} /> },
            {
              ...{ head: 'Ação', as: 'unseen', phone: 'end' },
              cell: (pair) => (
                <button
                  name="desfazer"
                  value={pairKey(pair)}
                  aria-label={`Desfazer o par de ${money(sumOf(pair))}, ${read.lines.razao[pair.razao[0] ?? 0]?.description ?? ''}`}
                >
                  Desfazer
                </button>
              ),
            },
          ]}
        />
        {links}
      </Form>
    </section>
  );
}

const counted = (count: number, one: string, more: string): string =>
  `${wholeNumber(count)} ${count === 1 ? one : more}`;
