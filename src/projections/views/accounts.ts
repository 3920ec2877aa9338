// GET /api/v1/chart-of-accounts/{id}/accounts: the accounts of a chart. They are stored as parts in the chart's
// stream and become visible with the ChartVersioned that names the revisions of these parts.
import * as z from 'zod';
import { accountKinds, decodeAccounts, natures, type ChartEvent } from '../../domain/charts/events.js';
import { valuesOf } from '../../domain/kernel/vocabulary.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import { projection, writes } from '../engine/projection.js';
import { view, without } from '../engine/readStore.js';
import { exactText, fieldsOf, type Filters, type Scope } from './scope.js';
import { searchTextOf, whereSearched } from './worklist/searchText.js';

export const accountRow = z.strictObject({
  id: z.int().describe('Identificador da conta'),
  planoId: z.int().describe('Plano de contas da conta'),
  empresaId: z.int().describe('Empresa da conta'),
  codigo: z.string().describe('Código da conta'),
  codigoReduzido: z.string().describe('Código reduzido'),
  descricao: z.string().describe('Descrição da conta'),
  tipo: z.enum(valuesOf(accountKinds)).describe('Analítica ou sintética; conta sintética nunca concilia'),
  natureza: z.enum(natures).describe('Natureza do saldo da conta'),
  classificacao: z.string().describe('Classificação'),
  departamento: z.string().describe('Departamento'),
  setor: z.string().describe('Setor'),
  exigeConciliacao: z
    .boolean()
    .describe('Se a conta participa da conciliação; só estas contas entram na importação'),
});
export type AccountRow = Readonly<z.output<typeof accountRow>>;

export const accountExample: AccountRow = {
  id: 10,
  planoId: 1,
  empresaId: 1,
  codigo: '1.1.01',
  codigoReduzido: '101',
  descricao: 'Caixa',
  tipo: 'ANALYTICAL',
  natureza: 'DEBIT',
  classificacao: '',
  departamento: 'Financeiro',
  setor: '',
  exigeConciliacao: true,
};

export const accountFilters = {
  codigo: exactText('codigo').optional().describe('Somente a conta com este código'),
};

/** `busca`: the text that searches look in. */
type Stored = AccountRow & Readonly<{ busca: string; clientId: number }>;

const accounts = view<Stored>({
  name: 'accounts',
  version: 2,
  fields: { ...fieldsOf(accountRow), busca: 'text', clientId: 'integer' },
  indexes: [['clientId', 'planoId', 'codigo'], ['clientId', 'planoId'], ['clientId']],
});
const { put } = writes(accounts);
const listedAccounts = without(accounts, ['busca', 'clientId']);

export const accountsProjection = projection<ChartEvent>({
  name: 'accounts',
  streamPrefixes: ['chart-'],
  views: [accounts],
  on: {
    async *ChartVersioned({ stream, data: chart }, log) {
      for await (const part of log.parts({ stream, ...chart.parts }))
        for (const account of decodeAccounts(part))
          yield put({
            id: account.accountId,
            planoId: chart.chartId,
            empresaId: chart.companyId,
            codigo: account.code,
            codigoReduzido: account.shortCode,
            descricao: account.description,
            tipo: account.kind,
            natureza: account.nature,
            classificacao: account.classification,
            departamento: account.department,
            setor: account.sector,
            exigeConciliacao: account.requiresReconciliation,
            busca: searchTextOf(account.code, account.description),
            clientId: chart.clientId,
          });
    },
  },
});

/** Accounts of a chart that are read for the suggestions of a form. */
const ACCOUNTS_READ = 2_000;

type AccountsQuery = PageRequest &
  Filters<typeof accountFilters> &
  Readonly<{ chartId: number; companyId?: number | undefined }>;

/** Empty when the chart is another client's, or `companyId` another company. */
export function listAccounts(
  pages: Pages,
  { clientId }: Scope,
  { chartId: planoId, companyId: empresaId, codigo, ...request }: AccountsQuery,
): Promise<Page<AccountRow>> {
  return pages.list(listedAccounts, { clientId, where: { planoId, empresaId, codigo } }, request);
}

/** @returns null when no account of this client has the id */
export function findAccount({ store }: Pages, { clientId }: Scope, accountId: number): Promise<AccountRow | null> {
  return store.get(listedAccounts, clientId, accountId);
}

/** By code, of a chart found for this client. Every word of `texto` begins the code or one of the description. */
export function searchAccounts(
  pages: Pages,
  { clientId }: Scope,
  { chartId, texto, ...request }: Readonly<{ chartId: number; texto: string; page: number; limit: number }>,
): Promise<Page<AccountRow>> {
  const where = [{ planoId: chartId }, ...whereSearched('busca', texto)];
  return pages.list(listedAccounts, { clientId, where }, { ...request, sortBy: 'codigo' });
}

/** Departments and sectors of a company's accounts, in order; of a long chart those of its first accounts. */
export async function placesOfAccounts(
  pages: Pages,
  { clientId }: Scope,
  chartIds: readonly number[],
): Promise<readonly string[]> {
  const places = new Set<string>();
  for (const chartId of chartIds) {
    const selection = { clientId, where: { planoId: chartId } };
    const rows = await pages.store.scan(listedAccounts, selection, { limit: ACCOUNTS_READ });
    for (const { departamento, setor } of rows) places.add(departamento).add(setor);
  }
  places.delete('');
  return [...places].sort((a, b) => a.localeCompare(b, 'pt-BR'));
}

/** The first code of each chart that is not before each of the texts. */
export async function codesFrom(
  { store }: Pages,
  { clientId }: Scope,
  chartIds: readonly number[],
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const codes = new Set<string>();
  for (const chartId of chartIds)
    for (const after of new Set(texts)) {
      const range = { sort: { field: 'codigo', after }, afterId: 0, limit: 1 };
      const [first] = await store.scan(listedAccounts, { clientId, where: { planoId: chartId } }, range);
      if (first !== undefined) codes.add(first.codigo);
    }
  return codes;
}
