// A client in the middle of its month, with something on every page of the console and texts that are hard to
// show.
import { actPath, filesPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { monthCsv, sendForm } from '../../support/trialBalanceFiles.js';
import { until } from '../../support/until.js';
import { answers, startReceiver } from '../../webhooks/support/receiver.js';
import { done, openOffice, upload, type Office } from '../conciliacao/support.js';

const MOMENT = '/console/auditoria/momento?period=2026-05&em=2099-01-01';
const LONG =
  'Provisão de férias e encargos sobre a folha de pagamento do mês, conforme relatório anexo nº 1.234/2026';
const POINT = 'Conferir a folha com o RH';
const SEND = '/console/balancetes/enviar';
const CHART_UPLOAD = '/console/planos/enviar';

export type FilledOffice = Omit<Office, 'signIn'> &
  Readonly<{
    /** Every address of the console that an Administrador of the client opens, with something on it. */
    paths: readonly string[];
    /** Of the Elaboradora alone. */
    filePaths: readonly string[];
  }>;

export async function fillOffice(): Promise<FilledOffice> {
  const receiver = await startReceiver(answers(503, {}, `<h1>${LONG}</h1>`));
  const longest = { email: 'elaboradora.com.nome.comprido@acme.com.br', name: `Maria ${LONG.slice(0, 50)}` };
  const { service, month, people, signIn } = await openOffice({
    accounts: 14,
    companies: 2,
    company: {
      checklist: [
        { text: POINT, role: 'PREPARER', workingDay: 3 },
        { text: 'Inventário assinado', role: 'SUPERVISOR', workingDay: 4, blocking: true },
      ],
    },
    users: [{ ...longest, roles: [{ role: 'PREPARER' }] }],
    env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '0,600' },
  });
  const { ana, bia, mara } = people;

  const [first = NaN, second = NaN, third = NaN] = month.ids;
  for (const id of [first, second, third]) await done(ana, 'start', id);
  await done(ana, 'compose', first, {
    descricao_1: LONG,
    data_1: '31/05/2026',
    valor_1: '-12.345.678.901,23',
    documento_1: 'NF 123456789',
    descricao_2: 'Depósito',
    data_2: '30/05/2026',
    valor_2: '12.345.678.900,23',
    documento_2: '',
  });
  await done(ana, 'adjust', first, { descricao_1: LONG, valor_1: '0,50' });
  await done(ana, 'comment', first, { comentario: `${LONG}\n\n${'x'.repeat(120)}` });
  const maria = await signIn(longest.email);
  await done(maria, 'comment', first, { comentario: LONG });
  await ana.upload(actPath(first, 'attach'), upload('x', `${LONG.replaceAll('/', '-')}.pdf`));
  await done(ana, 'compose', second, { descricao_1: 'Saldo', data_1: '31/05/2026', valor_1: '1,00' });
  const webhook = await mara.post('/console/webhooks/novo', {
    url: receiver.url,
    'evento-import.completed': 'sim',
  });
  const webhookPath = /href="(\/console\/webhooks\/[0-9a-f-]{36})"/.exec(webhook.html)?.[1] ?? '';
  const { location: delivery } = await mara.post(`${webhookPath}/testar`, { tipo: 'import.completed' });
  await until(async () => (await mara.get(delivery ?? '')).html.includes('503'), 'the delivery');
  await bia.get(pagePath(second));

  const { ledger } = month;
  const checklist = `/console/fechamento/${ledger.companyIds[0]}/2026-05/checklist`;
  await maria.post(`${checklist}/concluir`, { ponto: POINT });
  await mara.post(`/console/competencias/${ledger.companyIds[0]}/2025-01/fechar`, { confirmado: 'sim' });
  const staged = async (content: string, period: string): Promise<string> => {
    const fields = { companyId: String(ledger.companyIds[0]), period };
    const { location } = await mara.upload(SEND, sendForm(content, fields, `${LONG.replaceAll('/', '-')}.csv`));
    return location ?? '';
  };
  const wrong = monthCsv(ledger, { accounts: 2, more: ['9.9.9;Sem conta;x;5,00;0,00;7,00D', 'zzz;;;;;'] });
  const unread = monthCsv(ledger, { headings: ['A1', 'B1', 'C1', 'D1', 'E1', 'F1'] });
  const version = /\/console\/balancetes\/\d+/.exec((await mara.get('/console/balancetes')).html)?.[0] ?? '';
  const company = /\/console\/empresas\/\d+/.exec((await mara.get('/console/empresas')).html)?.[0] ?? '';
  const chart = /\/console\/planos\/\d+/.exec((await mara.get('/console/planos')).html)?.[0] ?? '';
  const chartOf = async (rows: readonly string[]): Promise<string> => {
    const fields = { companyId: String(ledger.companyIds[0]), nome: LONG, vigenciaInicio: '2026-01-01' };
    const form = sendForm(rows.join('\r\n'), { ...fields, vigenciaFim: '', ativo: 'sim' }, 'plano.csv');
    const { location } = await mara.upload(CHART_UPLOAD, form);
    return location ?? '';
  };
  const movements = async (statement: string): Promise<string> => {
    const form = new FormData();
    const date = '04/05/2026';
    const head = 'Data;Histórico;Documento;Favorecido;Valor';
    const ledger = [
      head,
      `${date};${LONG};1;${LONG};10,00`,
      `${date};Tarifa;;;-1,00`,
      `${date};Só no razão;;;-2,00`,
    ];
    form.append('file', new Blob([ledger.join('\n')]), `${LONG.replaceAll('/', '-')}.csv`);
    form.append('file', new Blob([`${head}\n${statement}`]), 'extrato.csv');
    return (await ana.upload(filesPath(first), form)).location ?? '';
  };
  const matched = `04/05/2026;TED;1;;10,00\n05/05/2026;Tarifa;;;-1,00\n06/05/2026;Só no extrato;;${LONG};7,00`;
  const heading = 'Código;Descrição;Tipo;Natureza;Exige conciliação;Nível';
  const rule = /\/console\/regras\/\d+/.exec((await mara.get('/console/regras')).html)?.[0] ?? '';
  return {
    service,
    month,
    people,
    filePaths: [filesPath(first), await movements(matched)],
    paths: [
      '/console',
      '/console/avisos',
      '/console/fechamento',
      '/console/conciliacoes?fila=todas',
      '/console/conciliacoes/itens',
      pagePath(first),
      pagePath(month.ids[5] ?? NaN),
      '/console/balancetes',
      version,
      SEND,
      await staged(monthCsv(ledger, { amount: '5,00' }), '2026-05'),
      await staged(wrong, '2026-06'),
      await staged(unread, '2026-07'),
      '/console/competencias',
      checklist,
      '/console/pessoas',
      `/console/pessoas?pessoa=${ana.personId}`,
      '/console/empresas',
      company,
      '/console/regras',
      rule,
      '/console/planos',
      chart,
      CHART_UPLOAD,
      await chartOf([heading, `1.1;${LONG};Analítica;Devedora;Sim;2`, '1.2;Caixa;Analítica;Mista;Não;2']),
      await chartOf([heading, `1.1;${LONG};Outra;;;`]),
      '/console/webhooks',
      '/console/webhooks/novo',
      webhookPath,
      '/console/entregas',
      delivery ?? '',
      '/console/chamadas',
      '/console/chaves',
      '/console/auditoria',
      MOMENT,
      '/console/ajuda',
    ].filter((path) => path !== ''),
  };
}
