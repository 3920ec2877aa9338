// Every list as a file: what the page shows, with dates that a spreadsheet knows.
import { afterAll, beforeAll, expect, it } from '#jest';
import { signedIn, type Browsing } from '../../support/console.js';
import { releasedMonth } from '../../support/releasedMonth.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { email } from '../../support/team.js';
import { sheetsOf, valuesOf } from '../../support/xlsxFile.js';

let service: Service;
let mara: Browsing;

beforeAll(async () => {
  const dataDir = await temporaryDir();
  await releasedMonth(dataDir, { accounts: 3, companies: 2 });
  service = await startService({ dataDir });
  mara = await signedIn(service, email('mara'));
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

async function file(path: string, format: 'csv' | 'xlsx') {
  const headers = { cookie: mara.cookie() };
  const answer = await fetch(`${service.url}${path}${path.includes('?') ? '&' : '?'}formato=${format}`, {
    headers,
  });
  expect([path, answer.headers.get('content-disposition')]).toEqual([
    path,
    expect.stringContaining(`.${format}"`),
  ]);
  return Buffer.from(await answer.arrayBuffer());
}

it.each([
  ['/console/balancetes', 'Empresa;Competência;Versão;Situação;Importado em;Importado por;Liberado em;', 1],
  ['/console/competencias', 'Empresa;Competência;Situação;Etapa;Fechada ou reaberta em;Por;', 1],
  ['/console/pessoas', 'Nome;E-mail;Papéis;Situação;Visto em', 7],
  ['/console/empresas', 'Empresa;Nome fantasia;CNPJ;Regime tributário;Controladora;Conciliação;Situação', 2],
  ['/console/planos', 'Plano;Empresa;Vigência desde;Vigência até;Situação;Versão', 1],
  ['/console/planos/1', 'Código;Reduzido;Descrição;Tipo;Natureza;Classificação;Departamento;Setor;Concilia', 3],
  ['/console/balancetes/1', 'Conta;Descrição;Saldo anterior (devedor);Débito;Crédito;Saldo final (devedor)', 3],
  ['/console/balancetes/1?texto=1', 'Conta;Descrição;Saldo anterior (devedor);', 1],
  ['/console/fechamento', 'Empresa;Etapa;Conciliações;', 1],
  ['/console/conciliacoes/exportar?fila=todas', 'Empresa;Competência;Conta;Descrição;Saldo contábil;', 3],
  [`/console/auditoria`, 'Quando;Quem;O quê;Evento;Pedido', 3],
  ['/console/webhooks', 'Destino;Eventos;Situação;Desativado em;Motivo', 0],
  ['/console/chaves', 'Nome;Escopos;Empresas;Emitida;Último uso;Revogada;Vale até', 1],
  ['/console/chamadas', 'Quando;Chave;Rota;Status;Tempo (ms);Endereço;Identificador', 0],
  ['/console/avisos', 'O quê;Quando;Sobre;Empresa;Competência;O que foi dito', 0],
])('%s is a file', async (path, heading, rowsMin) => {
  const lines = (await file(path, 'csv')).toString().trim().split('\r\n');
  expect(lines[0]).toContain(heading);
  expect(lines.length).toBeGreaterThan(rowsMin);
  const [sheet] = sheetsOf(await file(path, 'xlsx'));
  expect(sheet?.rows).toHaveLength(lines.length);
});

it('has the filter of the page, times as people read them in a CSV, and as a spreadsheet knows them in a workbook', async () => {
  const path = '/console/balancetes';
  expect((await mara.get(path)).html).toContain('Exportar XLSX');
  const [, row = ''] = (await file(path, 'csv')).toString().split('\r\n');
  expect(row).toMatch(/;05\/2026;1;Liberado;\d\d\/\d\d\/\d{4} \d\d:\d\d;Operador;/);
  const [sheet] = sheetsOf(await file(path, 'xlsx'));
  const [heading = [], first = []] = valuesOf(sheet?.rows ?? []);
  expect(first[heading.indexOf('Importado em')]).toEqual(expect.any(Number));
  const [, ...none] = (await file(`${path}?status=IMPORTED`, 'csv')).toString().trim().split('\r\n');
  expect(none).toEqual([]);
});

it.each([
  ['/console/balancetes?status=NADA', 'Situação'],
  ['/console/balancetes?companyId=x', 'Empresa'],
  ['/console/competencias?period=x', 'Competência'],
  ['/console/entregas?status=NADA', 'Situação'],
  ['/console/entregas?from=ontem', 'De'],
  ['/console/entregas?responseStatus=ok', 'Resposta'],
  ['/console/auditoria?tipo=nada', 'O quê'],
  ['/console/auditoria?de=2026-02-31', 'De'],
  ['/console/chamadas?chave=x', 'Chave'],
  ['/console/conciliacoes/itens?minAgeDays=x', 'Idade'],
])('%s is refused, and no row is shown or exported', async (path, label) => {
  for (const address of [path, `${path}&formato=csv`]) {
    const { status, html } = await mara.get(address);
    expect([status, html.includes(`O filtro ${label} tem um valor que não existe.`)]).toEqual([400, true]);
    expect(html).not.toContain('<tbody>');
  }
});
