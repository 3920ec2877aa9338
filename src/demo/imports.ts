// The steps that import trial balances: a first version, a resend, a wrong one, a correction, the next month.
import type { Answer, Stage } from './stage.js';
import { corrected, withOneLineWrong } from './variants.js';

export type ImportAnswer = Readonly<{
  reenvio: boolean;
  trialBalanceId: number | null;
  enviadas: number;
  importadas: number;
  avisos: readonly string[];
  alteracoes?: Readonly<{ incluidas: number; alteradas: number; removidas: number }>;
  interpretacao?: Readonly<Record<string, unknown> & { colunas: Readonly<Record<string, string>> }>;
}>;

export async function importMarch(stage: Stage): Promise<ImportAnswer> {
  const { screen } = stage;
  screen.step('Importar o balancete de março de 2022: 1.959 linhas reais de um município');
  const file = stage.fixture('siconfi/2022-03.json');
  const created = await stage.post('/trial-balances', file);
  const result = showImport(stage, created);
  screen.check('201: versão 1 gravada com todas as linhas', created.status === 201 && result.importadas === 1959);

  screen.step('Reenviar o mesmo conteúdo: nada é gravado de novo');
  const resent = await stage.post('/trial-balances', file);
  const again = showImport(stage, resent);
  screen.check('200 com reenvio true e o mesmo id', resent.status === 200 && again.reenvio);
  screen.check('o id é o da primeira importação', again.trialBalanceId === result.trialBalanceId);
  return result;
}

/** The shop's figures are invented, so that they can be those of any month: the current one, whose deadlines are open. */
export async function refuse(stage: Stage, month: string): Promise<void> {
  const { screen } = stage;
  screen.step('O balancete do mês atual, de uma loja; com um erro ele é recusado, com o motivo e a linha');
  const body = { ...stage.readBody(stage.fixture('comercio/2022-03.json')), period: month };
  const good = stage.keepBody('balancete-da-loja.json', body);
  const wrong = stage.keepBody('balancete-da-loja-com-erro.json', withOneLineWrong(body));
  const refused = await stage.post('/trial-balances', wrong);
  screen.outcome(`${refused.body.code}: ${refused.body.error}`);
  screen.table(refused.body.erros ?? [], ['linha', 'campo', 'contaCodigo']);
  screen.check('400 IMPORTACAO_RECUSADA', refused.status === 400 && refused.body.code === 'IMPORTACAO_RECUSADA');
  screen.check('a linha errada é apontada', refused.body.erros?.length === 1);

  screen.say(
    'O mesmo balancete, corrigido, é importado (aqui o saldo de cada conta vem positivo na sua natureza):',
  );
  const created = await stage.post('/trial-balances', good);
  showImport(stage, created);
  screen.check('201: a convenção de sinais foi reconhecida', created.status === 201);
}

/** @returns the id of the second version */
export async function correct(stage: Stage, first: ImportAnswer): Promise<number> {
  const { screen } = stage;
  screen.step('Corrigir março: primeiro ver o que mudaria, depois gravar a versão 2');
  const march = stage.readBody(stage.fixture('siconfi/2022-03.json'));
  const file = stage.keepBody('balancete-2022-03-corrigido.json', corrected(march));
  const preview = await stage.post('/trial-balances?validateOnly=true', file);
  const changes = resultOf(preview).alteracoes;
  screen.outcome(
    `alteradas ${changes?.alteradas}, incluídas ${changes?.incluidas}, removidas ${changes?.removidas}`,
  );
  screen.check('200: só conferido e nada gravado', preview.status === 200 && (changes?.alteradas ?? 0) > 0);

  const created = await stage.post('/trial-balances', file);
  const result = showImport(stage, created);
  screen.check('201: uma versão nova', created.status === 201 && result.trialBalanceId !== first.trialBalanceId);
  return result.trialBalanceId ?? 0;
}

const FILE_ROUTE = '/trial-balances/arquivo';
/** The municipality's chart; month and columns come from the file. */
const FILE_FIELDS = { cnpj: '11.222.333/0001-81', chartName: 'PCASP 2022' };

export async function importApril(stage: Stage): Promise<void> {
  const { screen } = stage;
  screen.step('Abril vem em arquivo, o XLS do Siconfi sem conversão; primeiro, ver como ele é lido');
  const file = stage.fixture('siconfi/2022-04.xls');
  const understood = await stage.postFile(`${FILE_ROUTE}?validateOnly=true`, file, FILE_FIELDS);
  const { interpretacao } = resultOf(understood);
  screen.table([interpretacao ?? {}], ['formato', 'planilha', 'linhaCabecalho', 'convencao']);
  screen.table(
    [interpretacao?.colunas ?? {}],
    ['accountCode', 'previousBalance', 'debit', 'credit', 'finalBalance'],
  );
  screen.check('a planilha foi reconhecida pelo cabeçalho na linha 20', interpretacao?.['linhaCabecalho'] === 20);

  screen.step('Importar o arquivo: os saldos anteriores são comparados com o fechamento de março');
  const created = await stage.postFile(FILE_ROUTE, file, FILE_FIELDS);
  const { avisos, importadas, trialBalanceId } = showImport(stage, created);
  screen.check('201 com as 2.313 linhas', created.status === 201 && importadas === 2313);
  const [broken = ''] = avisos.filter((text) => text.includes('diferente do saldo final'));
  const hasBoth = ['2 contas', '111115000', '332310500'].every((text) => broken.includes(text));
  screen.check('o aviso aponta as duas contas que a correção de março mudou', hasBoth);

  screen.say('O mesmo balancete em JSON é o mesmo conteúdo:');
  const resent = await stage.post('/trial-balances', stage.fixture('siconfi/2022-04.json'));
  const again = showImport(stage, resent);
  const isSame = again.reenvio && again.trialBalanceId === trialBalanceId;
  screen.check('200 com reenvio true e o id do arquivo', resent.status === 200 && isSame);
}

/** Prints the counters and the first warnings. */
function showImport({ screen }: Stage, answer: Answer): ImportAnswer {
  const result = resultOf(answer);
  if (answer.body.error) screen.outcome(`${answer.body.code}: ${answer.body.error}`);
  const { trialBalanceId, reenvio, enviadas, importadas, avisos } = result;
  screen.table(
    [{ trialBalanceId, reenvio, enviadas, importadas, avisos: avisos.length }],
    ['trialBalanceId', 'reenvio', 'enviadas', 'importadas', 'avisos'],
  );
  for (const text of avisos.slice(0, 2)) screen.say(`  aviso: ${text}`);
  return result;
}

function resultOf({ body }: Answer): ImportAnswer {
  const nothing: ImportAnswer = { reenvio: false, trialBalanceId: null, enviadas: 0, importadas: 0, avisos: [] };
  return (body.data as ImportAnswer | undefined) ?? nothing;
}
