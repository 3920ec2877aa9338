// GET /api/v1/reconciliations/{id}/items and GET /api/v1/open-items: the items of compositions, one row for each
// in each competence. A row is a place in a composition: what a shorter composition no longer has is withdrawn,
// not deleted.
import * as z from 'zod';
import type { Schedule } from '../../domain/books/schedules.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { valuesOf } from '../../domain/kernel/vocabulary.js';
import { scheduledItemId } from '../../domain/reconciliation/carry.js';
import {
  itemSourceWords,
  sourceWord,
  type CompositionItem,
  type ReconciliationEvent,
  type ComposedItem,
} from '../../domain/reconciliation/events.js';
import { ageBands, ageInDays, bandOf } from '../../domain/reconciliation/items.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import { writes } from '../engine/projection.js';
import { view, type ReadModels, type Write } from '../engine/readStore.js';
import type { StoredReconciliation } from './reconciliations/reconciliationRows.js';
import {
  exactText,
  fieldsOf,
  inCompanies,
  atLeast,
  wholeNumber,
  type Companies,
  type Filters,
  type Scope,
} from './scope.js';

export const openItemRow = z.strictObject({
  reconciliationId: z.uuid().describe('Identificador público da conciliação: o reconciliationId dos webhooks'),
  empresaId: z.int().describe('Empresa da conciliação'),
  competencia: z.string().describe('Competência (AAAA-MM) em que o item está'),
  contaCodigo: z.string().describe('Código da conta'),
  itemId: z.uuid().describe('Identificador do item na conta; continua o mesmo nas competências seguintes'),
  descricao: z.string().describe('Descrição do item'),
  data: z.iso.date().describe('Data do item (AAAA-MM-DD)'),
  valor: z.number().describe('Valor em reais com o sinal de saldoContabil'),
  documento: z.string().describe('Documento do item; vazio quando não há'),
  idadeDias: z.int().describe('Dias da data do item até o último dia da competência'),
  faixa: z.enum(ageBands).describe('Faixa da idade em dias'),
  origemCompetencia: z.string().describe('Competência (AAAA-MM) em que o item apareceu'),
  fonte: z.enum(valuesOf(itemSourceWords)).describe('De onde o item é'),
});
type ItemRow = Readonly<z.output<typeof openItemRow>>;

export const anyItemRow = openItemRow.extend({
  baixado: z.iso.date().nullable().describe('Dia da baixa (AAAA-MM-DD); null enquanto o item está em aberto'),
});
type AnyItemRow = Readonly<z.output<typeof anyItemRow>>;

export const openItemExample: ItemRow = {
  reconciliationId: '0d9a7c1e-5b2f-5c3d-9e4a-6f7b8c9d0e1f',
  empresaId: 1,
  competencia: '2026-08',
  contaCodigo: '1.1.02',
  itemId: '6f1c1f0a-6b0e-4a57-9d0f-3b2f5a1c7e01',
  descricao: 'Cheque não compensado',
  data: '2026-06-18',
  valor: -350.4,
  documento: 'CH 000881',
  idadeDias: 74,
  faixa: '61-90',
  origemCompetencia: '2026-06',
  fonte: 'RAZAO',
};
export const anyItemExample: AnyItemRow = { ...openItemExample, baixado: null };

export const openItemFilters = {
  minAgeDays: wholeNumber('minAgeDays deve ser um número inteiro de dias')
    .optional()
    .describe('Somente itens com esta idade em dias ou mais'),
  contaCodigo: exactText('contaCodigo').optional().describe('Somente da conta com este código'),
};

type Standing = 'OPEN' | 'SETTLED' | 'WITHDRAWN';

/** Stored fields have their names in REST, `conciliacaoId` but for the integer id; amounts are in centavos. */
export type StoredItem = Omit<AnyItemRow, 'reconciliationId' | 'faixa'> &
  Readonly<{ id: number; conciliacaoId: number; contaDescricao: string; situacao: Standing; clientId: number }>;

/** Another order of the fields would be another shape. */
const { empresaId, competencia, contaCodigo, ...otherFields } = fieldsOf(anyItemRow, 'reconciliationId', 'faixa');

export const items = view<StoredItem>({
  name: 'compositionItems',
  version: 3,
  fields: {
    id: 'integer',
    conciliacaoId: 'integer',
    empresaId,
    competencia,
    contaCodigo,
    contaDescricao: 'text',
    ...otherFields,
    situacao: 'text',
    clientId: 'integer',
  },
  indexes: [
    ['clientId', 'situacao', 'empresaId', 'competencia'],
    ['clientId', 'empresaId', 'contaCodigo'],
    ['clientId', 'empresaId', 'contaCodigo', 'competencia'],
    ['clientId', 'situacao', 'competencia'],
    ['clientId', 'situacao', 'empresaId'],
    ['clientId', 'situacao', 'idadeDias'],
    ['clientId', 'situacao'],
    ['clientId', 'conciliacaoId'],
    ['clientId'],
  ],
});

const { put, set } = writes(items);

/** More than a composition has. Ids of reconciliations stay below 2^31. */
const PLACES = 512;

/** `before`: how many items it had. Rows beyond a shorter composition are withdrawn. */
export type Recomposed = Readonly<{ item: ComposedItem; before: number }>;

export function* itemRows({ data }: Recorded<ReconciliationEvent>, { item, before }: Recomposed): Iterable<Write> {
  const { reconciliationId: conciliacaoId, accountCode, accountName, composition } = item;
  const { companyId: empresaId, competence: competencia, clientId } = data;
  const account = { conciliacaoId, empresaId, competencia, contaCodigo: accountCode, contaDescricao: accountName };
  for (const [
    at,
    { id: itemId, description, date, amountCents, document, origin, settledOn, source },
  ] of composition.entries())
    yield put({
      id: placeId(conciliacaoId, at),
      ...account,
      itemId,
      descricao: description,
      data: date,
      valor: amountCents,
      documento: document ?? '',
      idadeDias: ageInDays(date, competencia),
      origemCompetencia: origin,
      baixado: settledOn,
      fonte: sourceWord(source),
      situacao: settledOn === null ? 'OPEN' : 'SETTLED',
      clientId,
    });
  for (let at = composition.length; at < before; at++)
    yield set(clientId, placeId(conciliacaoId, at), { situacao: 'WITHDRAWN' });
}

function placeId(reconciliationId: number, at: number): number {
  return reconciliationId * PLACES + at;
}

/** What a row is completed with when it is read. */
type ItemContext = Readonly<{ publicId(reconciliationId: number): string }>;

export type OpenItemsQuery = PageRequest &
  Filters<typeof openItemFilters> &
  Readonly<{ companies: Companies; period?: string | undefined }>;

export async function listOpenItems(
  pages: Pages,
  scope: Scope,
  query: OpenItemsQuery,
  context: ItemContext,
): Promise<Page<ItemRow>> {
  const page = await storedOpenItems(pages, scope, query);
  return { ...page, rows: page.rows.map((row) => itemRow(row, context)) };
}

/** The same with the account's name and the reconciliation's integer id, for pages of people. */
export function storedOpenItems(
  pages: Pages,
  { clientId }: Scope,
  { companies, period, minAgeDays, contaCodigo, ...request }: OpenItemsQuery,
): Promise<Page<StoredItem>> {
  const where = {
    ...inCompanies(companies),
    situacao: 'OPEN',
    competencia: period,
    contaCodigo,
    idadeDias: atLeast(minAgeDays),
  };
  return pages.list(items, { clientId, where }, request);
}

/** Open and settled, in the order of the composition. @param reconciliationId of this client */
export async function listItemsOf(
  pages: Pages,
  { clientId }: Scope,
  reconciliationId: number,
  { minAgeDays, ...request }: PageRequest & Pick<Filters<typeof openItemFilters>, 'minAgeDays'>,
  context: ItemContext,
): Promise<Page<AnyItemRow>> {
  const standing: readonly Standing[] = ['OPEN', 'SETTLED'];
  const where = { conciliacaoId: reconciliationId, situacao: { in: standing }, idadeDias: atLeast(minAgeDays) };
  const page = await pages.list(items, { clientId, where }, request);
  return { ...page, rows: page.rows.map((row) => ({ ...itemRow(row, context), baixado: row.baixado })) };
}

function itemRow(row: StoredItem, { publicId }: ItemContext): ItemRow {
  return {
    reconciliationId: publicId(row.conciliacaoId),
    empresaId: row.empresaId,
    competencia: row.competencia,
    contaCodigo: row.contaCodigo,
    itemId: row.itemId,
    descricao: row.descricao,
    data: row.data,
    valor: row.valor / 100,
    documento: row.documento,
    idadeDias: row.idadeDias,
    faixa: bandOf(row.idadeDias),
    origemCompetencia: row.origemCompetencia,
    fonte: row.fonte,
  };
}

/** The age of the oldest open item; -1 without one. */
export function oldestOpenDays(composition: Recomposed['item']['composition'], competence: Competence): number {
  const open = composition.filter(({ settledOn }) => settledOn === null);
  return Math.max(-1, ...open.map(({ date }) => ageInDays(date, competence)));
}

// What the page of a reconciliation offers to carry: a hint from the read model. The command reads the log.

/** What the account's newest earlier composition hands on; null when nothing open in it is missing here. */
export async function carryableTo(
  store: ReadModels,
  { clientId, empresaId, contaCodigo, competencia }: StoredReconciliation,
  composition: readonly CompositionItem[],
  schedules: readonly Pick<Schedule, 'scheduleId'>[],
): Promise<Readonly<{ items: number; competence: Competence }> | null> {
  const where = { empresaId, contaCodigo, competencia: { below: competencia } };
  const earlier = await store.scan(
    items,
    { clientId, where },
    { order: 'desc', sort: { field: 'competencia' }, limit: PLACES },
  );
  const [newest] = earlier;
  if (newest === undefined) return null;
  // What a schedule expected of an earlier month, and a statement's balance, are not carried.
  const scheduled = schedules.map(({ scheduleId }) =>
    scheduledItemId(scheduleId, newest.competencia as Competence),
  );
  const itemIds = new Set([...composition.map(({ id }) => id), ...scheduled]);
  const open = earlier.filter(
    ({ conciliacaoId, situacao, fonte, itemId }) =>
      conciliacaoId === newest.conciliacaoId && situacao === 'OPEN' && fonte !== 'SALDO' && !itemIds.has(itemId),
  );
  return open.length === 0 ? null : { items: open.length, competence: newest.competencia as Competence };
}
