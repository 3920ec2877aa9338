// Role × page × act: who is let in by each route of the console. A page added later needs its row here.
// Source: docs/spec/console.md#pages, docs/spec/workflow.md#roles.
import { pathOf, acts, type Act } from '../../../src/domain/reconciliation/transitions.js';
import type { FormValues } from '../../support/console.js';
import { formFor, upload } from '../conciliacao/support.js';

/** One person for each role of the whole client, and three of the first company alone. */
export const people = ['ana', 'bia', 'caio', 'sol', 'mara', 'auro', 'gil', 'lia', 'leo'] as const;
export type Who = (typeof people)[number];
/** What the three hold for the first company. */
export const ofFirstCompany = { gil: 'MODULE_ADMIN', lia: 'SUPERVISOR', leo: 'AUDITOR' } as const;

const NOBODY = '00000000-0000-4000-8000-000000000000';
/** Ids that addresses are made of, of nobody. `period` is closed, `openPeriod` never is. */
export const UNKNOWN = {
  company: '999999',
  version: '999999',
  reconciliation: '999999',
  revision: '1',
  chart: '999999',
  period: '2027-01',
  openPeriod: '2026-12',
  webhook: NOBODY,
  delivery: NOBODY,
  person: NOBODY,
  staged: NOBODY,
  chartFile: NOBODY,
  accountFile: NOBODY,
  nothing: NOBODY,
};
export type Ids = Readonly<Record<keyof typeof UNKNOWN, string>>;

export type Row = Readonly<{
  method: 'GET' | 'POST';
  /** As the console's own list has it. */
  path: string;
  query?: string;
  /** Which id each parameter of the path is. */
  ids: Readonly<Record<string, keyof Ids>>;
  may: readonly Who[];
  /** What those who may are answered. */
  ok: number;
  /** What all others are answered. */
  refused: readonly number[];
  form: FormValues | (() => FormData);
  /** Changes what it is about: each cell of those who may has a reconciliation of its own. */
  act?: Act;
  /** Ends the session it is sent in. */
  endsSession?: boolean;
}>;

type More = Partial<Omit<Row, 'method' | 'path' | 'may'>>;

const get = (path: string, may: readonly Who[], more: More = {}): Row => ({
  method: 'GET',
  path: `/console${path}`,
  may,
  ok: 200,
  refused: [403],
  ids: {},
  form: {},
  ...more,
});
const post = (path: string, may: readonly Who[], more: More = {}): Row => ({
  ...get(path, may),
  method: 'POST',
  ok: 303,
  ...more,
});

const ALL = people;
const AUDITORS: readonly Who[] = ['auro', 'leo'];
const WRITERS = people.filter((who) => !AUDITORS.includes(who));
const SUPERVISORS: readonly Who[] = ['sol', 'lia'];
const ADMINISTRATORS: readonly Who[] = ['mara', 'gil'];
const SCHEDULERS: readonly Who[] = ['ana', ...SUPERVISORS, ...ADMINISTRATORS];
/** What concerns the whole client. */
const READERS: readonly Who[] = ['sol', 'mara', 'auro'];
const REGISTRARS: readonly Who[] = ['mara'];

/** Acts that are possible on a reconciliation nobody has begun, and who does them (its difference is zero). The
 * others: roles.test.ts, ACTS. */
const ACTING: Partial<Record<Act, readonly Who[]>> = {
  start: ['ana'],
  'ask-documents': ['ana'],
  'ask-adjustment': ['ana'],
  compose: ['ana'],
  explain: ['ana'],
  adjust: ['ana'],
  submit: ['ana'],
  waive: SUPERVISORS,
  comment: WRITERS,
  attach: WRITERS,
};

const RECONCILIATION = '/conciliacoes/{id}';
const SEND = '/balancetes/enviar';
const staged = { staged: 'staged' } as const;
const accountFile = { id: 'reconciliation', staged: 'accountFile' } as const;
const company = { id: 'company' } as const;
const competence = { companyId: 'company', period: 'period' } as const;
const webhook = { id: 'webhook' } as const;
const person = { id: 'person' } as const;

export const table: readonly Row[] = [
  get('', ALL),
  get('/fechamento', ALL),
  get('/conciliacoes', ALL),
  post('/conciliacoes', WRITERS),
  get('/conciliacoes/itens', ALL),
  get(RECONCILIATION, ALL, { ids: { id: 'reconciliation' } }),
  get(`${RECONCILIATION}/evidencias/{revisao}`, ALL, { ids: { id: 'reconciliation', revisao: 'revision' } }),
  ...acts.map((act) => {
    const path = `${RECONCILIATION}/${pathOf(act)}`;
    const ids = { id: 'reconciliation' } as const;
    const form = act === 'attach' ? () => upload('conteúdo') : formFor(act);
    return post(path, ACTING[act] ?? [], { ids, act, form, refused: [403, 409] });
  }),
  post(`${RECONCILIATION}/cronograma`, SCHEDULERS, { ids: { id: 'reconciliation' }, ok: 400 }),
  post(`${RECONCILIATION}/cronograma/encerrar`, SCHEDULERS, { ids: { id: 'reconciliation' }, ok: 404 }),
  get(`${RECONCILIATION}/arquivos`, ['ana'], { ids: { id: 'reconciliation' } }),
  post(`${RECONCILIATION}/arquivos`, ['ana'], {
    ids: { id: 'reconciliation' },
    ok: 422,
    form: () => new FormData(),
  }),
  get(`${RECONCILIATION}/arquivos/{staged}`, ['ana', ...ADMINISTRATORS], { ids: accountFile }),
  post(`${RECONCILIATION}/arquivos/{staged}/colunas`, ['ana', ...ADMINISTRATORS], {
    ids: accountFile,
    form: { arquivo: 'razao', acao: 'voltar' },
  }),
  post(`${RECONCILIATION}/arquivos/{staged}/pares`, ['ana'], { ids: accountFile }),
  post(`${RECONCILIATION}/arquivos/{staged}/gravar`, ['ana'], { ids: accountFile }),
  post(`${RECONCILIATION}/arquivos/{staged}/descartar`, ['ana'], {
    ids: { id: 'reconciliation', staged: 'nothing' },
    ok: 404,
  }),
  get(SEND, WRITERS),
  post(SEND, WRITERS, { ok: 422, form: () => new FormData() }),
  get(`${SEND}/{staged}`, WRITERS, { ids: staged }),
  post(`${SEND}/{staged}/informar`, WRITERS, { ids: staged }),
  post(`${SEND}/{staged}/colunas`, WRITERS, { ids: staged, form: { acao: 'voltar' } }),
  post(`${SEND}/{staged}/erros`, WRITERS, { ids: staged, ok: 200 }),
  post(`${SEND}/{staged}/importar`, WRITERS, { ids: staged }),
  post(`${SEND}/{staged}/descartar`, WRITERS, { ids: { staged: 'nothing' }, ok: 404 }),
  get('/balancetes', ALL),
  get('/balancetes/{id}', ALL, { ids: { id: 'version' } }),
  post('/balancetes/{id}/liberar', [...SUPERVISORS, ...ADMINISTRATORS], { ids: { id: 'version' } }),
  get('/competencias', ALL),
  post('/competencias/{companyId}/{period}/fechar', ADMINISTRATORS, {
    ids: competence,
    form: { confirmado: 'sim' },
  }),
  post('/competencias/{companyId}/{period}/reabrir', ADMINISTRATORS, {
    ids: { ...competence, period: 'openPeriod' },
    form: { justificativa: 'Porque sim' },
    ok: 409,
  }),
  get('/fechamento/{companyId}/{period}/checklist', ALL, { ids: competence }),
  // The company has no such point.
  post('/fechamento/{companyId}/{period}/checklist/concluir', WRITERS, {
    ids: competence,
    form: { ponto: 'Ata' },
    ok: 404,
  }),
  post('/fechamento/{companyId}/{period}/checklist/reabrir', WRITERS, {
    ids: competence,
    form: { ponto: 'Ata', comentario: 'Porque sim' },
    ok: 404,
  }),
  get('/avisos', ALL),
  get('/avisos/total', ALL),
  post('/avisos/calendario', ALL, { ok: 200 }),
  post('/avisos/calendario/revogar', ALL),
  post('/avisos/emails', ALL),
  get('/busca', ALL, { query: '?texto=1.1' }),
  get('/auditoria', ALL),
  // Asks for what its address lacks; what it shows: pages/closing.test.ts.
  get('/auditoria/momento', ALL, { ok: 400 }),
  get('/auditoria/momento/{id}', ALL, { ids: { id: 'reconciliation' }, query: '?em=2026-06-01' }),
  get('/auditoria/itens/{id}/{revisao}', ALL, { ids: { id: 'reconciliation', revisao: 'revision' }, ok: 404 }),
  post('/auditoria/dossies/{companyId}/{period}', ALL, { ids: { ...competence, period: 'openPeriod' } }),
  get('/empresas', ALL),
  get('/empresas/nova', REGISTRARS),
  post('/empresas/nova', REGISTRARS, { ok: 422 }),
  get('/empresas/{id}', REGISTRARS, { ids: company }),
  post('/empresas/{id}', REGISTRARS, { ids: company, ok: 422 }),
  get('/regras', ALL),
  post('/regras/feriados', REGISTRARS, { form: { feriados: 'amanhã' }, ok: 422 }),
  get('/regras/{id}', ALL, { ids: company }),
  post('/regras/{id}', REGISTRARS, { ids: company, form: { ate: 'dez' }, ok: 422 }),
  get('/planos', ALL),
  get('/planos/{id}', ALL, { ids: { id: 'chart' } }),
  get('/planos/enviar', REGISTRARS),
  post('/planos/enviar', REGISTRARS, { ok: 422, form: () => new FormData() }),
  get('/planos/enviar/{staged}', REGISTRARS, { ids: { staged: 'chartFile' } }),
  post('/planos/enviar/{staged}/gravar', REGISTRARS, { ids: { staged: 'chartFile' } }),
  post('/planos/enviar/{staged}/vigencia', REGISTRARS, { ids: { staged: 'chartFile' } }),
  post('/planos/enviar/{staged}/descartar', REGISTRARS, { ids: { staged: 'nothing' }, ok: 404 }),
  get('/pessoas', REGISTRARS),
  post('/pessoas', REGISTRARS, { ok: 422 }),
  post('/pessoas/{id}/convidar', REGISTRARS, { ids: person, ok: 200 }),
  post('/pessoas/{id}/redefinir', REGISTRARS, { ids: person, ok: 200 }),
  post('/pessoas/{id}/encerrar', REGISTRARS, { ids: person }),
  post('/pessoas/{id}/desativar', REGISTRARS, { ids: person, ok: 200 }),
  get('/webhooks', READERS),
  get('/webhooks/novo', REGISTRARS),
  post('/webhooks/novo', REGISTRARS, { ok: 422 }),
  get('/webhooks/{id}', READERS, { ids: webhook }),
  post('/webhooks/{id}', REGISTRARS, { ids: webhook, ok: 422 }),
  post('/webhooks/{id}/segredo', REGISTRARS, { ids: webhook, ok: 200 }),
  post('/webhooks/{id}/testar', REGISTRARS, { ids: webhook }),
  post('/webhooks/{id}/reenviar', REGISTRARS, { ids: webhook, ok: 422 }),
  get('/entregas', READERS),
  get('/entregas/{id}', READERS, { ids: { id: 'delivery' } }),
  post('/entregas/{id}/reenviar', REGISTRARS, { ids: { id: 'delivery' } }),
  get('/chaves', READERS),
  get('/chamadas', READERS),
  get('/ajuda', ALL),
  post('/sair', ALL, { endsSession: true }),
  post('/acessos/ciente', ALL),
  post('/tema', ALL),
];

export function addressOf({ path, query = '', ids }: Row, values: Ids): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[ids[name] ?? 'nothing']) + query;
}
