// Composition and adjustments: a table to read, or the same rows to type and paste.
import { LinkButton, Form, HiddenFields, useCall } from '../../design/Form.js';
import { actLabels, pathOf } from '../../../domain/reconciliation/transitions.js';
import { ITEMS_MAX } from '../../../domain/reconciliation/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { ageInDays, type ItemFault } from '../../../domain/reconciliation/items.js';
import * as words from '../../../messages/reconciliationPage.js';
import { scheduledText } from '../../../messages/schedules.js';
import { sourceNames } from '../../../messages/statements.js';
import { queryOf, parseWholeNumber, type ConsoleCall } from '../../route.js';
import {
  column as columnOf,
  PAGE_ROWS,
  PagedTable,
  pagesNear,
  rowsOfPage,
  Table,
  type Column,
} from '../../design/Table.js';
import { Amount, amountExample, Errors, sidedText, Empty, Part } from '../../design/values.js';
import { isPossible, RefusedAct as Refused, Revision } from './Sections.js';
import { actPath, filesPath, pagePath } from './addresses.js';
import { areCreditsIn, type PageData, type RefusedAct } from './pageData.js';
import * as sheet from './typedItems.js';

type PartProps = Readonly<{ data: PageData; act: sheet.Sheet; refused: RefusedAct }>;
type ItemsProps = PartProps & ReturnType<typeof partOf>;

function partOf({ data: { row, detail }, act, refused }: PartProps) {
  const [title, items, sumCents] =
    act === 'compose'
      ? ['Composição', detail.composition, row.saldoConciliado]
      : ['Ajustes', detail.adjustments, row.ajustes];
  const columns: readonly sheet.Column[] = sheet.columnsOf[act];
  const errors = (refused.act === act && refused.itemErrors) || sheet.NO_ERRORS;
  return { title, columns, recorded: sheet.recordedRows(items, row), sumCents, errors };
}

const BLANK_ROWS = 3;
const MORE_ROWS = 10;

const DAY = { size: 10, placeholder: 'dd/mm/aaaa', inputMode: 'numeric' } as const;
/** No `maxlength`: longer texts are refused with their row, not cut. */
const inputs: Readonly<
  Record<
    sheet.Column,
    Readonly<{ label: string; fault: ItemFault['fault']; how?: Column<sheet.TypedRow>['how']; input: object }>
  >
> = {
  descricao: { label: 'Descrição', fault: 'Description', input: { size: 30 } },
  data: { label: 'Data', fault: 'Date', how: 'nowrap', input: DAY },
  valor: { label: 'Valor', fault: 'Amount', how: 'number', input: { size: 14 } },
  documento: { label: 'Documento', fault: 'Document', input: { size: 12 } },
  baixa: { label: 'Baixa', fault: 'SettledOn', how: 'nowrap', input: DAY },
};

export function Items(part: PartProps) {
  const props: ItemsProps = { ...part, ...partOf(part) };
  const { data, act, title } = props;
  const possible = data.acts.find((one) => one.act === act);
  return (
    <Part id={act} title={title}>
      {act === 'compose' && <Carry {...props} />}
      {act === 'compose' && possible?.refusal === null && (
        <p class="no-print">
          <LinkButton href={filesPath(data.id)}>Enviar razão e extrato</LinkButton>
        </p>
      )}
      {possible?.refusal === null ? <ItemsForm {...props} /> : <ItemsTable {...props} />}
      {possible && possible.refusal !== null && <Refused act={act} refusal={possible.refusal} />}
    </Part>
  );
}

/** What the month before left open, or a schedule expects, and this one lacks. */
function Carry({ data }: ItemsProps) {
  const { carryable, scheduled, id } = data;
  if ((carryable === null && scheduled.length === 0) || !isPossible(data, 'carry')) return null;
  const open = carryable === null ? '' : words.carryableText(carryable.items, carryable.competence);
  return (
    <Form action={actPath(id, 'carry', useCall())} data-part>
      <p>
        <button>{actLabels.carry}</button>{' '}
        <span class="muted">{[open, scheduledText(scheduled.length)].filter(Boolean).join(' · ')}</span>
      </p>
    </Form>
  );
}

function aboutOf({ data: { detail, row } }: ItemsProps): (typed: sheet.TypedRow) => string {
  const recorded = new Map(detail.composition.map((item) => [item.id, item]));
  const competence = row.competencia as Competence;
  return ({ item: id = '' }) => {
    const item = recorded.get(id);
    if (item === undefined) return '';
    const about = words.itemAbout(item.origin, competence, ageInDays(item.date, competence));
    return [item.source === undefined ? '' : sourceNames[item.source], about].filter(Boolean).join(' · ');
  };
}

const NOTHING_RECORDED = {
  compose: 'Nada registrado ainda: o Elaborador diz aqui de que itens o saldo é feito.',
  adjust: 'Nenhum ajuste: o que falta ou sobra na contabilidade é registrado aqui pelo Elaborador.',
} as const;

function ItemsTable(props: ItemsProps) {
  const { data, act, title, columns, recorded, sumCents } = props;
  const about = aboutOf(props);
  if (recorded.length === 0) return <Empty>{NOTHING_RECORDED[act]}</Empty>;
  const name = pathOf(act);
  return (
    <PagedTable
      rows={recorded}
      path={pagePath(data.id)}
      list={{ parameter: name, at: `#${act}`, label: `Páginas de ${title}` }}
      caption={`Itens de ${title}`}
      columns={columns.map((column, at) => ({
        head: inputs[column].label,
        how: inputs[column].how,
        cell: (row) => (
          <>
            {column === 'valor' ? <Amount text={row.valor ?? ''} /> : row[column]}
            {at === 0 && about(row) !== '' && <small class="muted"> {about(row)}</small>}
          </>
        ),
      }))}
      foot={{ descricao: 'Soma registrada', valor: sidedText(sumCents, data.row) }}
    />
  );
}

/** The rows recorded, or those typed, at the page of the first error or the one asked for. */
function heldRows(call: ConsoleCall, { data, act, recorded, errors }: ItemsProps) {
  const { typed } = call.state;
  const asIs = { rows: recorded, pasted: '', more: BLANK_ROWS, isTyped: false, asks: false };
  if (typed?.action !== actPath(data.id, act)) return { ...asIs, page: queryOf(call).pageOf(pathOf(act)) };
  const { acao = '', colado = '' } = typed.fields;
  const [wrong] = errors.byRow.keys();
  const isMore = acao === 'linhas';
  const wantedPage = isMore ? Infinity : parseWholeNumber(acao.replace(/^pagina-/, '')) || 1;
  const typedNow = sheet.typedRows(typed.fields, act);
  const areCredits = areCreditsIn(call, typed.fields);
  const asks = sheet.asksForSide(typedNow, data.row, areCredits);
  const held = {
    isTyped: true,
    asks,
    more: isMore ? MORE_ROWS : BLANK_ROWS,
    page: wrong === undefined ? wantedPage : Math.ceil(wrong / PAGE_ROWS),
  };
  if (typedNow.length > ITEMS_MAX || sheet.isPastedTooLong(typed.fields))
    return { ...held, rows: sheet.typedRows({ ...typed.fields, colado: '' }, act), pasted: colado };
  return { ...held, rows: asks ? typedNow : sheet.sidedRows(typedNow, data.row, areCredits), pasted: '' };
}

function ItemsForm(props: ItemsProps) {
  const call = useCall();
  const { data, act, title, columns, errors, sumCents } = props;
  const { rows, pasted, more, isTyped, asks, page: wantedPage } = heldRows(call, props);
  const blank = Math.max(0, Math.min(more, ITEMS_MAX - rows.length));
  const all = [...rows, ...Array.from({ length: blank }, (): sheet.TypedRow => ({}))];
  const { rows: onPage, pagination } = rowsOfPage(all, wantedPage, PAGE_ROWS);
  const { page, pages } = pagination;
  const first = (page - 1) * PAGE_ROWS;
  return (
    <Form
      action={actPath(data.id, act, call)}
      class="items"
      data-part
      data-unsaved={isTyped || undefined}
      data-sum={act}
    >
      <Revision data={data} act={act} />
      {/* Enter in a field saves: without it the first button of a row would settle that row. */}
      <button class="unseen" tabindex={-1} aria-hidden="true" />
      <Errors sentences={errors.whole} />
      <Table<Line>
        caption={`Itens de ${title}`}
        isHeaded={false}
        columns={[...columns.map((column, at) => inputColumn(props, column, at)), removeColumn]}
        rows={onPage.map((row, index) => {
          const number = first + index + 1;
          return { row, number, isRecorded: number <= rows.length };
        })}
        foot={{ number: 0, row: { descricao: 'Soma registrada', valor: sidedText(sumCents, data.row) } }}
        lookOf={({ number, isRecorded }) => (errors.byRow.has(number) ? 'wrong' : isRecorded ? '' : 'blank')}
        below={({ number }) => <RowErrors {...props} number={number} />}
      />
      <HiddenFields fields={hiddenRows(columns, rows, first)} />
      <Pasted act={act} columns={columns} pasted={pasted} />
      {asks && <AskedSides />}
      <div class="buttons">
        <button>{actLabels[act]}</button>
        <button name="acao" value="linhas">
          Mais linhas
        </button>
        {pages > 1 && <PageButtons title={title} page={page} pages={pages} />}
        <span class="unsaved warn state">{words.UNSAVED}</span>
      </div>
    </Form>
  );
}

function AskedSides() {
  return (
    <div class="note warn" role="group" aria-label="Lado dos valores">
      <p>{words.SIDES_ASKED}</p>
      <div class="buttons">
        <button name="creditos" value="sim" autofocus>
          São créditos
        </button>
        <button name="creditos" value="nao">
          São débitos
        </button>
      </div>
    </div>
  );
}

/** What was typed here before is rows by now, so that it is not a field that shows it again. */
function Pasted({ act, columns, pasted }: Pick<ItemsProps, 'act' | 'columns'> & Readonly<{ pasted: string }>) {
  const id = `colado-${act}`;
  return (
    <div class="field no-print">
      <label for={id}>Colar de uma planilha</label>
      <textarea id={id} name="colado" rows={2} value={pasted} aria-describedby={`dica-${id}`} />
      <p class="hint" id={`dica-${id}`}>
        Colunas nesta ordem: {columns.map((column) => inputs[column].label.toLowerCase()).join(', ')}; ou em outra,
        com os títulos na primeira linha. As linhas coladas são acrescentadas às de cima.
      </p>
    </div>
  );
}

/** The rows of the other pages: the form holds all of them. */
function hiddenRows(columns: readonly sheet.Column[], rows: readonly sheet.TypedRow[], first: number) {
  return rows.flatMap((row, at) =>
    at >= first && at < first + PAGE_ROWS
      ? []
      : [...columns, 'item' as const].map((column) => [`${column}_${at + 1}`, row[column] ?? ''] as const),
  );
}

/** They send the form, so that nothing typed is lost. */
function PageButtons({ title, page, pages }: Readonly<{ title: string; page: number; pages: number }>) {
  return (
    <>
      {pagesNear(page, pages).map((one) => (
        <button
          name="acao"
          value={`pagina-${one}`}
          aria-current={one === page ? 'page' : undefined}
          aria-label={`Página ${one} de ${title}`}
        >
          {one}
        </button>
      ))}
    </>
  );
}

/** A row of the form by its number, from 1; 0: that of the sum. */
type Line = Readonly<{ row: sheet.TypedRow; number: number; isRecorded?: boolean }>;

/** The first input with an error gets the focus. */
function inputColumn(props: ItemsProps, column: sheet.Column, at: number): Column<Line> {
  const { data, columns } = props;
  const { byRow } = props.errors;
  const { label, input } = inputs[column];
  const [firstWrong] = byRow.keys();
  const about = at === 0 ? aboutOf(props) : () => '';
  return columnOf(label, column === 'valor' ? 'number' : '', ({ row, number }) => {
    if (number === 0) return column === 'valor' ? <Amount text={row.valor ?? ''} /> : row[column];
    const errors = byRow.get(number) ?? [];
    const wrong = columns.filter((one) => errors.some(({ fault }) => fault === inputs[one].fault));
    // Errors of no column are about the whole row.
    const invalid = errors.length > 0 && wrong.length === 0 ? columns : wrong;
    if (column === 'baixa' && row.item !== undefined && row.baixa === '')
      return (
        <button name="baixar" value={String(number)} aria-label={`Baixar a linha ${number}`}>
          Baixar
        </button>
      );
    return (
      <>
        <input
          autofocus={(number === firstWrong && column === invalid[0]) || undefined}
          class={column === 'valor' ? 'number' : undefined}
          name={`${column}_${number}`}
          value={row[column] ?? ''}
          aria-label={`${label}, linha ${number}`}
          aria-invalid={invalid.includes(column) || undefined}
          aria-describedby={errors.length === 0 ? undefined : errorId(props, number)}
          autocomplete="off"
          placeholder={column === 'valor' ? amountExample(data.row) : undefined}
          {...input}
        />
        {about(row) !== '' && <small class="muted">{about(row)}</small>}
      </>
    );
  });
}

const removeColumn = columnOf('Remover', 'remove', ({ row, number, isRecorded = false }: Line) => (
  <>
    {row.item !== undefined && <input type="hidden" name={`item_${number}`} value={row.item} />}
    {isRecorded && (
      <input type="checkbox" name={`remover_${number}`} value="sim" aria-label={`Remover a linha ${number}`} />
    )}
  </>
));

const errorId = ({ act }: ItemsProps, number: number): string => `erro-${act}-${number}`;

function RowErrors({ number, ...props }: ItemsProps & Readonly<{ number: number }>) {
  const errors = props.errors.byRow.get(number);
  if (errors === undefined) return null;
  return (
    <tr class="wrong">
      <td colSpan={props.columns.length + 1} id={errorId(props, number)}>
        {words.rowNotSaved(number, errors)}
      </td>
    </tr>
  );
}
