// The lines of the files of an account, their pairs, and what the composition would become.
import type { StatementsResult } from '../../../commands/reconciliations/statementFiles.js';
import type { Changes, Proposal, Read } from '../../../commands/reconciliations/composeFromFiles.js';
import { columnName } from '../../../domain/trialBalance/interpretation.js';
import { exactBalance } from '../../../domain/kernel/money.js';
import { pairKey, type Pair } from '../../../domain/reconciliation/matchLines.js';
import type { SideLine } from '../../../domain/reconciliation/remainingItems.js';
import {
  statementColumns,
  statementSides,
  type StatementMapping,
  type StatementSide,
} from '../../../domain/reconciliation/statement.js';
import { ITEMS_MAX } from '../../../domain/reconciliation/events.js';
import { dayText, counted, money, wholeNumber } from '../../../messages/formats.js';
import * as words from '../../../messages/statements.js';
import { ColumnsForm, FirstRows, type ColumnChoice } from '../../design/Columns.js';
import { Field, Form, useCall } from '../../design/Form.js';
import { column, PagedTable, type Column } from '../../design/Table.js';
import { Amount, Errors, Facts, Money, sidedText, Part } from '../../design/values.js';
import { Record, type Opened, type Upload } from '../../upload/flow.js';
import type { Target } from '../conciliacao/actRoutes.js';
import type { PageData } from '../conciliacao/pageData.js';

/** `other`: the staged statement, beside the ledger. */
export type Draft = Changes &
  Readonly<{
    reconciliationId: number;
    other: string | null;
    inverted: readonly StatementSide[];
    /** Corrected for these files alone; null: those saved or recognised. */
    columns: Readonly<Partial<Record<StatementSide, StatementMapping | null>>>;
  }>;

type Place = Readonly<{ data: PageData; target: Target; mayRecord: boolean }>;
export type FilesKind = Upload<Place, Draft>;
export type OpenedFiles = Opened<Place, Draft>;

export type Paired = Readonly<{ read: Read; proposal: Proposal }>;
export type Unread = Extract<StatementsResult, { ok: false }>;

type Props = Readonly<{ opened: OpenedFiles }>;

export function FilesPage({ opened, outcome }: Props & Readonly<{ outcome: Paired | Unread }>) {
  const { path, company, draft } = opened;
  const isRead = 'read' in outcome;
  return (
    <>
      {isRead ? (
        <WhatIsRead opened={opened} {...outcome} />
      ) : (
        <Part title="O que impede a leitura">
          <Errors
            sentences={words
              .statementSentences(outcome.fault)
              .map((one) => `${words.sideNames[outcome.side]}: ${one}`)}
          />
        </Part>
      )}
      {statementSides.map((side) => {
        const table = isRead ? outcome.read.statements[side]?.table : outcome.side === side && outcome.fault.table;
        if (!table) return null;
        const ofSide = `do ${words.sideNames[side].toLowerCase()}`;
        return (
          <section aria-label={`Colunas ${ofSide}`}>
            {!isRead && <FirstRows table={table} choices={CHOICES} rows={table.firstRows.length} />}
            <ColumnsForm
              table={table}
              choices={CHOICES}
              isWrong={!isRead}
              companyId={company.companyId}
              title={`Corrigir as colunas ${ofSide}`}
              action={`${path}/colunas`}
              isCorrected={(draft.columns[side] ?? null) !== null}
              where="ele abre o endereço desta página"
              file={side}
            />
          </section>
        );
      })}
    </>
  );
}

const CHOICES: readonly ColumnChoice[] = statementColumns.map((field) => ({
  field,
  name: words.statementColumnNames[field],
  isRequired: field === 'data' || field === 'descricao',
}));

type ReadProps = Props & Paired;

const isMatched = ({ opened }: Props): boolean => opened.files.length > 1;

function WhatIsRead(props: ReadProps) {
  const { opened, proposal } = props;
  const { items, sumCents, balanceCents } = proposal;
  const { path, place } = opened;
  // An Administrador opens the files of others, only to save their columns.
  const mayRecord = place.mayRecord && opened.isOwn;
  const isPossible = items.length <= ITEMS_MAX && sumCents !== null;
  return (
    <>
      <Part title="O que a composição passa a ser">
        <Figures {...props} />
        {isMatched(props) && mayRecord && (
          <Form action={`${path}/pares`} class="buttons">
            <Field
              label="Saldo final do extrato"
              name="saldo"
              value={balanceCents === null ? '' : money(balanceCents)}
              inputMode="decimal"
              autocomplete="off"
              hint="Como no extrato, com C ou D depois; sem lado, negativo para conta devedora no banco. Em branco: o que o arquivo traz, ou nenhum."
            />
            <button name="acao" value="saldo">
              Usar este saldo
            </button>
          </Form>
        )}
        {mayRecord && isPossible && (
          <Record action={`${path}/gravar`} outcome={items} label="Gravar a composição" />
        )}
        {mayRecord && !isPossible && <Errors sentences={[words.tooManyLeft(items.length)]} />}
      </Part>
      <Left {...props} />
      {isMatched(props) && <Pairs {...props} />}
      <Form action={`${path}/pares`} class="buttons">
        {statementSides
          .filter((side) => isMatched(props) || side === 'razao')
          .map((side) => (
            <button name="inverter" value={side}>
              Inverter os sinais do {words.sideNames[side].toLowerCase()}
            </button>
          ))}
      </Form>
      <p class="hint">Nas listas, o que entra na conta é positivo e o que sai, negativo.</p>
    </>
  );
}

function Figures(props: ReadProps) {
  const { opened, read, proposal } = props;
  const { row } = opened.place.data;
  const { items, sumCents, pairs, left, known } = proposal;
  const difference = sumCents === null ? null : exactBalance(row.saldoContabil, -sumCents, row.ajustes);
  const byRule = Object.entries(words.ruleNames).flatMap(([rule, name]) => {
    const count = pairs.filter((pair) => pair.rule === rule).length;
    return count > 0 ? [[name, counted(count, 'par', 'pares')] as const] : [];
  });
  const untried = read.matched?.untried ?? 0;
  return (
    <Facts
      of={{
        'Saldo contábil': sidedText(row.saldoContabil, row),
        Composição: `${counted(items.length, 'item', 'itens')}; soma ${sumCents === null ? '–' : sidedText(sumCents, row)}`,
        Diferença: difference === null ? '–' : <Amount text={sidedText(difference, row)} />,
        ...Object.fromEntries(
          statementSides.map((side) => [
            words.sideNames[side],
            read.statements[side] ? linesText(read, side) : null,
          ]),
        ),
        ...(isMatched(props) && {
          ...Object.fromEntries(byRule),
          Sobram: `${wholeNumber(left.razao.length)} do razão; ${wholeNumber(left.extrato.length)} do extrato`,
          Somas: untried > 0 && words.sumsUntried(untried),
        }),
        Repetidas: known > 0 && words.alreadyInComposition(known),
      }}
    />
  );
}

function linesText({ lines, statements }: Read, side: StatementSide): string {
  const { balanceLines = 0, otherAccounts = 0, laterLines = 0, otherSheets = [], table } = statements[side] ?? {};
  const carried = lines[side].filter(({ item }) => item !== null).length;
  const read = statementColumns.flatMap((column) => {
    const [index] = table?.places[column] ?? [];
    if (index === undefined) return [];
    const name = words.statementColumnNames[column];
    const heading = columnName(table?.headings ?? [], index);
    return [name === heading ? name : `${name} (“${heading}”)`];
  });
  return [
    counted(lines[side].length - carried, 'lançamento'),
    ...(carried > 0 ? [`${counted(carried, 'item', 'itens')} em aberto de meses anteriores`] : []),
    ...(balanceLines > 0 ? [`${counted(balanceLines, 'linha')} de saldo ou total de fora`] : []),
    ...(otherAccounts > 0 ? [`${counted(otherAccounts, 'linha')} de outras contas de fora`] : []),
    ...(laterLines > 0 ? [`${counted(laterLines, 'lançamento')} de depois do período de fora`] : []),
    ...(otherSheets.length > 0 ? [`abas não lidas: ${otherSheets.join(', ')}`] : []),
    ...(read.length > 0 ? [`colunas ${read.join(', ')}`] : []),
  ].join('; ');
}

type LeftLine = Readonly<{ side: StatementSide; index: number; line: SideLine }>;

/** The lines in no pair; where there are two sides, a person pairs them by hand. */
function Left(props: ReadProps) {
  const { opened, read, proposal } = props;
  const { left } = proposal;
  const pairs = isMatched(props);
  const all = statementSides.flatMap((side) =>
    left[side].flatMap((index): readonly LeftLine[] => {
      const line = read.lines[side][index];
      return line === undefined ? [] : [{ side, index, line }];
    }),
  );
  const title = pairs ? 'O que sobra' : 'As linhas do arquivo';
  const pick: Column<LeftLine> = column('Marcar', 'unseen pick', ({ side, index, line }) => (
    <input
      type="checkbox"
      name={side}
      value={String(index)}
      aria-label={`Marcar ${line.description}, ${words.sideNames[side]}, ${money(line.amountCents)}`}
    />
  ));
  return (
    <Part id="sobras" title={title}>
      <Form action={`${opened.path}/pares${useCall().search}`}>
        <PagedTable<LeftLine>
          caption={title}
          rows={all}
          list={{ parameter: 'sobras', at: '#sobras', label: title }}
          empty="Nada sobra: toda linha está em um par."
          columns={[
            ...(pairs ? [pick, column('Lado', 'start', ({ side }: LeftLine) => words.sideNames[side])] : []),
            column('Data', 'nowrap end', ({ line }) => dayText(line.date)),
            column('Descrição', 'line', ({ line }) => line.description),
            column('Documento e contraparte', 'line', ({ line }) =>
              [line.document ?? '', line.counterparty ?? ''].filter(Boolean).join(' · '),
            ),
            column('Valor', 'number', ({ line }) => <Money cents={line.amountCents} />),
          ]}
        />
        {pairs && all.length > 0 && (
          <button name="acao" value="par">
            Formar par com as marcadas
          </button>
        )}
      </Form>
    </Part>
  );
}

function Pairs({ opened, read, proposal: { pairs } }: ReadProps) {
  const lines = (pair: Pair, side: StatementSide) =>
    pair[side].map((index) => {
      const { date = '', description = '' } = read.lines[side][index] ?? {};
      return (
        <div>
          {dayText(date)} {description}
        </div>
      );
    });
  const sumOf = (pair: Pair): number =>
    pair.razao.reduce((sum, index) => sum + (read.lines.razao[index]?.amountCents ?? 0), 0);
  return (
    <Part id="pares" title="Pares">
      <Form action={`${opened.path}/pares${useCall().search}`}>
        <PagedTable<Pair>
          caption="Pares"
          rows={pairs}
          list={{ parameter: 'pares', at: '#pares', label: 'Pares' }}
          empty="Nenhum par foi encontrado: marque acima uma linha de cada lado."
          columns={[
            column('Razão', 'line', (pair) => lines(pair, 'razao')),
            column('Extrato', 'line', (pair) => lines(pair, 'extrato')),
            column('Regra', 'line', ({ rule }) => words.ruleNames[rule]),
            column('Valor', 'number start', (pair) => <Money cents={sumOf(pair)} />),
            column('Ação', 'unseen end', (pair) => (
              <button
                name="desfazer"
                value={pairKey(pair)}
                aria-label={`Desfazer o par de ${money(sumOf(pair))}, ${read.lines.razao[pair.razao[0] ?? 0]?.description ?? ''}`}
              >
                Desfazer
              </button>
            )),
          ]}
        />
      </Form>
    </Part>
  );
}
