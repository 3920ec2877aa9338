// GET /api/v1/schedules: the schedules of accounts. What one expects of a competence is computed when it is read.
import * as z from 'zod';
import type { BooksEvent } from '../../domain/books/events.js';
import { expectedCents, scheduleKindValues, signedAs, type Schedule } from '../../domain/books/schedules.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { amountOf } from '../../domain/kernel/money.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import { projection, writes } from '../engine/projection.js';
import { view, type ReadModels } from '../engine/readStore.js';
import { withDebits } from './trialBalances/debitOf.js';
import { exactText, fieldsOf, inCompanies, type Companies, type Filters, type Scope } from './scope.js';

export const scheduleRow = z.strictObject({
  id: z.int().describe('Identificador do cronograma'),
  empresaId: z.int().describe('Empresa'),
  contaCodigo: z.string().describe('Código da conta'),
  descricao: z.string().describe('Descrição dos itens'),
  tipo: z.enum(scheduleKindValues).describe('Como o saldo esperado segue de mês a mês'),
  valor: z
    .number()
    .describe(
      'Valor inteiro em reais, com o sinal de saldoContabil de quando foi criado; por mês quando o tipo é FIXED',
    ),
  inicio: z.string().describe('Primeira competência (AAAA-MM)'),
  meses: z.int().describe('Número de meses'),
  encerradoEm: z
    .string()
    .nullable()
    .describe('Competência (AAAA-MM) a partir da qual nada mais é esperado; null enquanto não foi encerrado'),
  esperado: z.number().nullable().describe('Saldo esperado em reais no fim de period; null sem period'),
});
type ScheduleRow = Readonly<z.output<typeof scheduleRow>>;

export const scheduleExample: ScheduleRow = {
  id: 4,
  empresaId: 1,
  contaCodigo: '1.1.06.01',
  descricao: 'Seguro da frota',
  tipo: 'LINEAR',
  valor: 12000,
  inicio: '2026-01',
  meses: 12,
  encerradoEm: null,
  esperado: 4000,
};

export const scheduleFilters = {
  contaCodigo: exactText('contaCodigo').optional().describe('Somente da conta com este código'),
};

/** `valor` in centavos. */
type StoredSchedule = Omit<ScheduleRow, 'esperado'> & Pick<Schedule, 'debitSign'> & Readonly<{ clientId: number }>;

const schedules = view<StoredSchedule>({
  name: 'schedules',
  version: 2,
  fields: { ...fieldsOf(scheduleRow, 'esperado'), clientId: 'integer', debitSign: 'integer' },
  indexes: [['clientId', 'empresaId', 'contaCodigo'], ['clientId', 'empresaId'], ['clientId']],
});
const { put, set } = writes(schedules);

export const schedulesProjection = projection<BooksEvent>({
  name: 'schedules',
  streamPrefixes: ['books-'],
  views: [schedules],
  on: {
    ScheduleCreated: ({ data }) => [
      put({
        id: data.scheduleId,
        empresaId: data.companyId,
        contaCodigo: data.accountCode,
        descricao: data.description,
        tipo: data.kind,
        valor: data.amountCents,
        inicio: data.first,
        meses: data.months,
        encerradoEm: null,
        clientId: data.clientId,
        debitSign: data.debitSign ?? 0,
      }),
    ],
    ScheduleEnded: ({ data }) => [set(data.clientId, data.scheduleId, { encerradoEm: data.from })],
  },
});

/** `period`: the competence whose expected balances the rows say; absent: none. */
type SchedulesQuery = PageRequest &
  Filters<typeof scheduleFilters> &
  Readonly<{ companies: Companies; period?: Competence | undefined }>;

export async function listSchedules(
  pages: Pages,
  { clientId }: Scope,
  { companies, contaCodigo, period, ...request }: SchedulesQuery,
): Promise<Page<ScheduleRow>> {
  const where = { ...inCompanies(companies), contaCodigo };
  const page = await pages.list(schedules, { clientId, where }, request);
  if (period === undefined) return { ...page, rows: page.rows.map((row) => rowOf(row, null)) };
  const accounts = page.rows.map((row) => ({ ...row, competencia: period, saldoContabil: 0 }));
  const rows = await withDebits(pages.store, clientId, accounts);
  return { ...page, rows: rows.map((row) => rowOf(row, expectedIn(row, period, row.debit ?? 0))) };
}

function rowOf(row: StoredSchedule, expected: number | null): ScheduleRow {
  const { id, empresaId, contaCodigo, descricao, tipo, valor, inicio, meses, encerradoEm } = row;
  const rule = { id, empresaId, contaCodigo, descricao, tipo, valor: amountOf(valor), inicio, meses, encerradoEm };
  return { ...rule, esperado: expected };
}

/** In the sign of the account in that competence. @param debit what a debit is there; 0 where nothing tells */
function expectedIn(row: StoredSchedule, competence: Competence, debit: Schedule['debitSign']): number {
  return amountOf(expectedCents(signedAs(scheduleOf(row), debit), competence));
}

function scheduleOf(row: Omit<StoredSchedule, 'clientId'>): Schedule {
  return {
    scheduleId: row.id,
    accountCode: row.contaCodigo,
    description: row.descricao,
    amountCents: row.valor,
    kind: row.tipo,
    first: row.inicio as Competence,
    months: row.meses,
    endsAt: row.encerradoEm as Competence | null,
    debitSign: row.debitSign,
  };
}

/** Shown of one account. */
const OF_ACCOUNT_MAX = 500;

/** Schedules of one account, in the order in which they were made. */
export async function schedulesOf(
  store: ReadModels,
  { clientId }: Scope,
  { empresaId, contaCodigo }: Readonly<{ empresaId: number; contaCodigo: string }>,
): Promise<readonly Schedule[]> {
  const where = { empresaId, contaCodigo };
  return (await store.scan(schedules, { clientId, where }, { limit: OF_ACCOUNT_MAX })).map(scheduleOf);
}
