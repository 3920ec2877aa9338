// A month of a client, step by step; every step checks its result.
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { competenceAt } from '../domain/kernel/competence.js';
import { carryToApril, enterConsole, work } from './people.js';
import {
  call,
  check,
  writtenFile,
  operator,
  outcome,
  say,
  shown,
  step,
  table,
  type Answer,
  type Row,
} from './calls.js';
import { programFile } from '../runtime/program.js';

const MUNICIPALITY = '11222333000181';
const MARCH = ['--company', '1', '--period', '2022-03'];
const MARCH_FILE = programFile('fixtures/siconfi/2022-03.json');
const IMPORTS = '/api/v1/trial-balances';
const SCOPES = ['trial_balances:write', 'trial_balances:read', 'companies:read', 'chart_of_accounts:read'];

type Imported = Readonly<{
  reenvio: boolean;
  trialBalanceId: number;
  importadas: number;
  avisos: readonly string[];
  alteracoes: Row;
  interpretacao: Row & Readonly<{ colunas: Row }>;
}>;
type Released = Readonly<{ version: number; reconciliations: number }>;
type Line = Readonly<{ accountCode: string; debit: number; credit: number; finalBalance: number }>;
type Body = Readonly<{ period: string; lineItems: readonly Line[] }>;

const bodyIn = (file: string): Body => JSON.parse(readFileSync(file, 'utf8')) as Body;
const rowsOf = (path: string): Promise<Answer<Row[]>> => call<Row[]>(`/api/v1${path}`);

export async function story(): Promise<void> {
  await registers();
  await firstReads();
  const first = await importMarch();
  const month = competenceAt(new Date());
  await refuse(month);
  await correct(first);
  await readBack();
  await releaseCurrent(month);
  await work();
  await importApril();
  await carryToApril();
  await closeMarch();
  await webhook();
  step('Conferir o log de eventos: nada foi alterado, removido ou inserido');
  const whole = await operator<{ ok: boolean; events: number; streams: number }>('verify');
  outcome(`${whole?.events} eventos em ${whole?.streams} streams`);
  check('o log está íntegro', whole?.ok === true);
  await enterConsole();
}

async function registers(): Promise<void> {
  step('Cadastros: um cliente, duas empresas, dois planos de contas (linha de comando do operador)');
  const applied = await operator<Record<string, number>>('apply', programFile('fixtures/registers.json'));
  outcome(`${applied?.['created']} cadastros criados`);
  check('cliente, empresas e planos foram criados', applied !== null && applied['created'] !== 0);
  check('não havia nada cadastrado antes', applied?.['changed'] === 0 && applied['unchanged'] === 0);

  step('Chave de API para o ERP do cliente (o segredo aparece uma única vez)');
  const scopes = [...SCOPES, 'reconciliations:read'].join();
  const options = ['--client', 'demonstracao', '--name', 'ERP de demonstração', '--scopes', scopes];
  const issued = await operator<{ secret: string }>('keys', 'issue', ...options);
  shown.key = issued?.secret ?? '';
  outcome(`chave ${shown.key}`);
  check('a chave é do ambiente de homologação', shown.key.startsWith('service_test_'));
}

async function firstReads(): Promise<void> {
  step('O que a chave enxerga: empresas e plano de contas');
  const { data } = await rowsOf('/companies');
  table(data, ['id', 'razaoSocial', 'cnpj', 'regimeTributario', 'status']);
  check('as duas empresas do cliente', data.length === 2 && data[0]?.['cnpj'] === MUNICIPALITY);
  const charts = await rowsOf('/chart-of-accounts?companyId=1');
  const accounts = await rowsOf(`/chart-of-accounts/${String(charts.data[0]?.['id'])}/accounts?page=2&limit=100`);
  table(accounts.data, ['id', 'codigo', 'descricao', 'tipo', 'natureza', 'exigeConciliacao']);
  check('o plano tem 364 contas', accounts.pagination.total === 364);
}

/** Prints the counters and the first warnings. */
function showImport({ error, code, data }: Answer<Imported | undefined>): Imported {
  if (error !== undefined) outcome(`${code}: ${error}`);
  const result = data ?? ({ avisos: [] } as unknown as Imported);
  const avisos = result.avisos.length;
  table([{ ...result, avisos }], ['trialBalanceId', 'reenvio', 'enviadas', 'importadas', 'avisos']);
  for (const text of result.avisos.slice(0, 2)) say(`  aviso: ${text}`);
  return result;
}

async function importMarch(): Promise<Imported> {
  step('Importar o balancete de março de 2022: 1.959 linhas reais de um município');
  const created = await call<Imported>(IMPORTS, { file: MARCH_FILE });
  const result = showImport(created);
  check('201: versão 1 gravada com todas as linhas', created.status === 201 && result.importadas === 1959);

  step('Reenviar o mesmo conteúdo: nada é gravado de novo');
  const resent = await call<Imported>(IMPORTS, { file: MARCH_FILE });
  const again = showImport(resent);
  check('200 com reenvio true e o mesmo id', resent.status === 200 && again.reenvio);
  check('o id é o da primeira importação', again.trialBalanceId === result.trialBalanceId);
  return result;
}

/**
 * Copies a body with changed lines, by the beginnings of their codes; amounts are added in centavos, so that no
 * digit is lost.
 */
function changed(body: Body, changes: Readonly<Record<string, readonly (readonly [keyof Line, number])[]>>): Body {
  const lineItems = [...body.lineItems];
  for (const [code, amounts] of Object.entries(changes)) {
    const at = lineItems.findIndex(({ accountCode }) => accountCode.startsWith(code));
    for (const [name, addedCents] of amounts) {
      const amount = Math.round(Number(lineItems[at]?.[name]) * 100 + addedCents * 100) / 100;
      lineItems[at] = { ...(lineItems[at] as Line), [name]: amount };
    }
  }
  return { ...body, lineItems };
}

/**
 * The shop's figures are invented, so that they can be those of any month: the current one, whose deadlines are
 * open.
 */
async function refuse(month: string): Promise<void> {
  step('O balancete do mês atual, de uma loja; com um erro ele é recusado, com o motivo e a linha');
  const body = { ...bodyIn(programFile('fixtures/comercio/2022-03.json')), period: month };
  const wrong = changed(body, { '1.1.1.01': [['finalBalance', 0.1]] });
  const refused = await call<Imported>(IMPORTS, { file: writtenFile('balancete-da-loja-com-erro.json', wrong) });
  outcome(`${refused.code}: ${refused.error}`);
  table(refused.erros ?? [], ['linha', 'campo', 'contaCodigo']);
  check('400 IMPORTACAO_RECUSADA', refused.status === 400 && refused.code === 'IMPORTACAO_RECUSADA');
  check('a linha errada é apontada', refused.erros?.length === 1);
  say('O mesmo balancete, corrigido, é importado (aqui o saldo de cada conta vem positivo na sua natureza):');
  const created = await call<Imported>(IMPORTS, { file: writtenFile('balancete-da-loja.json', body) });
  showImport(created);
  check('201: a convenção de sinais foi reconhecida', created.status === 201);
}

/** An expense of 1,000.00 is added, paid from the bank. */
async function correct(first: Imported): Promise<void> {
  step('Corrigir março: primeiro ver o que mudaria, depois gravar a versão 2');
  const body = changed(bodyIn(MARCH_FILE), {
    '332': [
      ['debit', 1_000],
      ['finalBalance', 1_000],
    ],
    '1111': [
      ['credit', 1_000],
      ['finalBalance', -1_000],
    ],
  });
  const file = writtenFile('balancete-2022-03-corrigido.json', body);
  const preview = await call<Imported>(`${IMPORTS}?validateOnly=true`, { file });
  const { alteradas, incluidas, removidas } = preview.data.alteracoes;
  outcome(`alteradas ${String(alteradas)}, incluídas ${String(incluidas)}, removidas ${String(removidas)}`);
  check('200: só conferido e nada gravado', preview.status === 200 && alteradas === 2);
  const created = await call<Imported>(IMPORTS, { file });
  const { trialBalanceId } = showImport(created);
  check('201: uma versão nova', created.status === 201 && trialBalanceId !== first.trialBalanceId);

  step('Liberar março: uma conciliação por conta');
  const released = await operator<Released>('release', ...MARCH);
  outcome(`versão ${released?.version} liberada, ${released?.reconciliations} conciliações`);
  check('347 conciliações, da versão 2', released?.version === 2 && released.reconciliations === 347);
}

async function readBack(): Promise<void> {
  step('Ler o que foi gravado, como um BI leria: balancetes, linhas, conciliações');
  const { data: versions } = await rowsOf('/trial-balances?companyId=1&period=2022-03');
  table(versions, ['id', 'empresaNome', 'competencia', 'versao', 'status', 'importadoPor', 'linhas']);
  const statuses = versions.map(({ status }) => status).join();
  check('a versão 1 foi substituída e a 2 liberada', statuses === 'SUPERSEDED,RELEASED');
  const lines = await rowsOf(`/trial-balances/${String(versions[1]?.['id'])}/lines?limit=5`);
  table(lines.data, ['contaCodigo', 'contaDescricao', 'saldoAnterior', 'debito', 'credito', 'saldoFinal']);
  check('todas as linhas podem ser lidas', lines.pagination.total === 1959);
  const whole = await rowsOf(`/trial-balances/${String(versions[1]?.['id'])}/lines?escopo=todas&limit=1`);
  check('e o arquivo inteiro também (escopo=todas)', whole.pagination.total === 1959);
  const { data, pagination } = await rowsOf('/reconciliations?companyId=1&period=2022-03&limit=5');
  table(data, ['id', 'contaCodigo', 'status', 'slaStatus', 'prazo', 'saldoContabil', 'diferenca']);
  const isPending = data.every(({ status }) => status === 'PENDING');
  check('347 conciliações pendentes', pagination.total === 347 && isPending);
}

/** The months of the real files are of 2022, so that all their deadlines have passed. */
async function releaseCurrent(month: string): Promise<void> {
  step('Liberar o mês atual da loja: os prazos ainda estão abertos');
  const released = await operator<Released>('release', '--company', '2', '--period', month);
  outcome(`${released?.reconciliations} conciliações`);
  const { data } = await rowsOf(`/reconciliations?companyId=2&period=${month}&limit=5`);
  table(data, ['id', 'competencia', 'contaCodigo', 'status', 'slaStatus', 'prazo', 'saldoContabil']);
  check('nenhuma está atrasada', data.length > 0 && data.every(({ slaStatus }) => slaStatus === 'ON_TIME'));
}

async function importApril(): Promise<void> {
  step('Abril vem em arquivo, o XLS do Siconfi sem conversão; primeiro, ver como ele é lido');
  const fields = { cnpj: '11.222.333/0001-81', chartName: 'PCASP 2022' }; // month and columns come from the file
  const upload = { file: programFile('fixtures/siconfi/2022-04.xls'), fields };
  const understood = await call<Imported>(`${IMPORTS}/arquivo?validateOnly=true`, { upload });
  const { interpretacao } = understood.data;
  table([interpretacao], ['formato', 'planilha', 'linhaCabecalho', 'convencao']);
  table([interpretacao.colunas], ['accountCode', 'previousBalance', 'debit', 'credit', 'finalBalance']);
  check('a planilha foi reconhecida pelo cabeçalho na linha 20', interpretacao['linhaCabecalho'] === 20);

  step('Importar o arquivo: os saldos anteriores são comparados com o fechamento de março');
  const created = await call<Imported>(`${IMPORTS}/arquivo`, { upload });
  const { avisos, importadas, trialBalanceId } = showImport(created);
  check('201 com as 2.313 linhas', created.status === 201 && importadas === 2313);
  const [broken = ''] = avisos.filter((text) => text.includes('diferente do saldo final'));
  const hasBoth = ['2 contas', '111115000', '332310500'].every((text) => broken.includes(text));
  check('o aviso aponta as duas contas que a correção de março mudou', hasBoth);
  say('O mesmo balancete em JSON é o mesmo conteúdo:');
  const resent = await call<Imported>(IMPORTS, { file: programFile('fixtures/siconfi/2022-04.json') });
  const again = showImport(resent);
  const isSame = again.reenvio && again.trialBalanceId === trialBalanceId;
  check('200 com reenvio true e o id do arquivo', resent.status === 200 && isSame);
}

async function closeMarch(): Promise<void> {
  step('Fechar março: a competência fechada recusa importações, até ser reaberta com um motivo');
  const closed = await operator<{ ok: boolean }>('close', ...MARCH, '--yes');
  check('março está fechado', closed?.ok === true);
  const refused = await call(IMPORTS, { file: MARCH_FILE });
  outcome(`${refused.code}: ${refused.error}`);
  check('409 COMPETENCE_CLOSED', refused.status === 409 && refused.code === 'COMPETENCE_CLOSED');
  const reopened = await operator<{ ok: boolean }>('reopen', ...MARCH, '--reason', 'Ajuste de auditoria');
  check('março está reaberto', reopened?.ok === true);
}

type Received = Readonly<{ headers: IncomingHttpHeaders; body: Buffer; answered: number }>;

async function webhook(): Promise<void> {
  step('Webhook: um receptor nosso recebe os eventos assinados; a primeira tentativa falha de propósito');
  const { url, received } = await startReceiver();
  const headers = { 'idempotency-key': randomUUID() };
  const json = { url, events: ['import.completed'] };
  const registered = await call<Row>('/v1/webhooks', { json, headers });
  const { id, secret } = registered.data;
  outcome(`segredo ${String(secret)} (aparece uma única vez)`);
  check('o webhook foi registrado', registered.status === 201);

  await call(IMPORTS, { file: MARCH_FILE });
  const deliveries = async (): Promise<Row[]> => (await call<Row[]>(`/v1/events?webhookId=${String(id)}`)).data;
  await until(() => received.length >= 2);
  const names = { evento: 'x-service-event', entrega: 'x-service-delivery-id' } as const;
  const shownOf = ({ headers: of, answered }: Received): Row => ({
    evento: of[names.evento],
    entrega: of[names.entrega],
    resposta: answered,
  });
  table(received.map(shownOf), ['evento', 'entrega', 'resposta']);
  check('a tentativa que falhou foi repetida', received.map(({ answered }) => answered).join() === '500,200');
  const [first, second] = received;
  check('as duas tentativas trazem os mesmos bytes', second?.body.equals(first?.body ?? second.body) ?? false);
  const signatureOf = (body: Buffer) => createHmac('sha256', String(secret)).update(body).digest('hex');
  const isSigned = received.every(
    (one) => one.headers['x-service-signature'] === `sha256=${signatureOf(one.body)}`,
  );
  check('a assinatura confere', isSigned);
  let rows: Row[] = [];
  await until(async () => (rows = await deliveries())[0]?.['status'] === 'DELIVERED');
  table(rows, ['type', 'status', 'attempts', 'lastAttemptAt', 'responseStatus']);
  check('a lista de entregas mostra as duas tentativas', rows[0]?.['attempts'] === 2);
}

/** Answers 500 once, then 200. */
async function startReceiver(): Promise<Readonly<{ url: string; received: readonly Received[] }>> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answered = received.length === 0 ? 500 : 200;
      received.push({ headers: request.headers, body: Buffer.concat(chunks), answered });
      response.writeHead(answered).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/eventos`, received };
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + 60_000; !(await holds()) && performance.now() < end;) await pause(500);
}
