// The people of the client: one reconciliation from preparation to approval, each act by its person
// (`operator --as`), and their first time in the console.
import { randomBytes } from 'node:crypto';
import { call, check, writtenFile, operator, outcome, say, shown, step, table, type Row } from './calls.js';

const TEAM = {
  ana: ['Ana Souza', 'PREPARER', 'Elaboradora'],
  bia: ['Bia Lima', 'REVIEWER', 'Revisora'],
  caio: ['Caio Prado', 'APPROVER', 'Aprovador'],
  sol: ['Sol Martins', 'SUPERVISOR', 'Supervisora'],
  mara: ['Mara Dias', 'MODULE_ADMIN', 'Administradora do módulo'],
} as const;
type Name = keyof typeof TEAM;
const emailOf = (name: string): string => `${name}@exemplo.com.br`;

/** Who does what, and the state after it; null: it is refused, for whoever reviewed may not approve. */
type Act = readonly [who: Name, act: string, becomes: string | null, ...options: string[]];
const BEGUN: readonly Act[] = [
  ['sol', 'assign', 'NOT_STARTED', '--to', emailOf('ana')],
  ['ana', 'start', 'IN_ELABORATION'],
];
const AGAIN: readonly Act[] = [
  ['ana', 'start', 'IN_ELABORATION'],
  ['ana', 'submit', 'SUBMITTED_FOR_REVIEW'],
  ['bia', 'open', 'IN_REVIEW'],
  ['bia', 'pass', 'SUBMITTED_FOR_APPROVAL'],
  ['caio', 'open', 'IN_APPROVAL'],
  ['caio', 'approve', 'APPROVED'],
];

/** Works on the first reconciliation of March. */
export async function work(): Promise<void> {
  step('A equipe do cliente: quem elabora; revisa; aprova; supervisiona; administra');
  const users = Object.entries(TEAM).map(([name, [full, role]]) => ({
    email: emailOf(name),
    name: full,
    roles: [{ role }],
  }));
  const owners = [{ reviewer: emailOf('bia'), approver: emailOf('caio') }];
  const companies = [{ cnpj: '11222333000181', owners }];
  const file = writtenFile('equipe.json', { clients: [{ ref: 'demonstracao', users, companies }] });
  check('a equipe está cadastrada', (await operator('apply', file)) !== null);
  const { id, saldoContabil } = await firstOfMarch();

  step('Elaborar uma conciliação: a Supervisora atribui; a Elaboradora compõe o saldo e envia');
  const amount = Number(saldoContabil).toFixed(2);
  const items = [{ description: 'Saldo conferido com o razão', date: '2022-03-31', amount }];
  await act(id, [
    ...BEGUN,
    ['ana', 'compose', 'IN_ELABORATION', '--items', writtenFile('composicao.json', items)],
    ['ana', 'submit', 'SUBMITTED_FOR_REVIEW'],
  ]);

  step('Revisar; rejeitar com o motivo; elaborar de novo e aprovar');
  await act(id, [
    ['bia', 'open', 'IN_REVIEW'],
    ['bia', 'pass', 'SUBMITTED_FOR_APPROVAL'],
    ['bia', 'open', null],
    ['caio', 'open', 'IN_APPROVAL'],
    ['caio', 'reject', 'REJECTED', '--reason', 'Falta o extrato do banco'],
    ...AGAIN,
  ]);

  step('O que o ERP lê agora, e o histórico da conciliação');
  const row = await firstOfMarch();
  table([row], ['id', 'contaCodigo', 'status', 'responsavelNome', 'responsavelPapel', 'diferenca']);
  const { status, responsavelNome, diferenca } = row;
  const isApproved = status === 'APPROVED' && responsavelNome === 'Caio Prado' && diferenca === 0;
  check('aprovada por Caio Prado, sem diferença', isApproved);
  const life = await operator<readonly { sentence: string }[]>('history', '--company', '1', '--id', String(id));
  for (const { sentence } of life ?? []) outcome(sentence);
  check('da liberação à aprovação, 15 passos', life?.length === 15);
  await tolerate();
  await matchFiles();
}

/** A rounding of half a real stays, and everybody sees it. */
async function tolerate(): Promise<void> {
  step('Tolerância: uma diferença de até 1,00 não impede o envio, e fica registrada');
  const companies = [{ cnpj: '11222333000181', tolerance: [{ amount: '1.00' }] }];
  const file = writtenFile('tolerancia.json', { clients: [{ ref: 'demonstracao', companies }] });
  check('a regra está ligada', (await operator('apply', file)) !== null);
  const { id, saldoContabil } = await firstOfMarch('&status=PENDING');
  const amount = (Number(saldoContabil) - 0.5).toFixed(2);
  const items = [{ description: 'Razão, sem o arredondamento', date: '2022-03-31', amount }];
  await act(id, [
    ...BEGUN,
    ['ana', 'compose', 'IN_ELABORATION', '--items', writtenFile('composicao-com-diferenca.json', items)],
    ['ana', 'submit', 'SUBMITTED_FOR_REVIEW'],
  ]);
  const row = (await call<Row>(`/api/v1/reconciliations/${String(id)}`)).data;
  table([row], ['id', 'contaCodigo', 'status', 'saldoContabil', 'saldoConciliado', 'diferenca']);
  check('a diferença continua à vista', row['diferenca'] === 0.5);
}

const RAZAO = `Data;Histórico;Documento;Débito;Crédito
04/03/2022;Depósito;17;100,00;
07/03/2022;Fornecedor;;;60,00
30/03/2022;Cheque;881;;39,00`;
const EXTRATO = `Data;Descrição;Documento;Valor
04/03/2022;TED recebida;000017;100,00
08/03/2022;Boleto;;-60,00
31/03/2022;Tarifa;;-5,00`;

type Matched = Readonly<{ pares: readonly Row[]; itens: readonly Row[]; diferenca: number }>;

/** One deposit and one payment are on both sides; a cheque is not cashed yet, a fee not booked. */
async function matchFiles(): Promise<void> {
  step('Razão e extrato: os pares saem por regras fixas, e o que sobra é a composição');
  const { id, saldoContabil } = await firstOfMarch('&status=PENDING');
  await act(id, BEGUN);
  const balance = (Number(saldoContabil) + 34).toFixed(2);
  const files = ['--ledger', writtenFile('razao.csv', RAZAO), '--statement', writtenFile('extrato.csv', EXTRATO)];
  const options = ['--id', String(id), ...files, '--balance', balance, '--apply', '--as', emailOf('ana')];
  const matched = await operator<Matched>('reconciliations', 'match', ...options);
  table(matched?.pares ?? [], ['regraNome']);
  table(matched?.itens ?? [], ['data', 'descricao', 'valor', 'fonte']);
  check('2 pares, 3 itens e nenhuma diferença', matched?.pares.length === 2 && matched.diferenca === 0);
  const row = (await call<Row>(`/api/v1/reconciliations/${String(id)}`)).data;
  check('a composição explica o saldo', row['diferenca'] === 0 && row['status'] === 'IN_ELABORATION');
}

/** The account that was reconciled in March explains April with the same items. */
export async function carryToApril(): Promise<void> {
  step('Liberar abril e trazer de março o que continua em aberto: ninguém digita de novo');
  const april = ['--company', '1', '--period', '2022-04'];
  check('abril está liberado', (await operator('release', ...april)) !== null);
  const { contaCodigo } = await firstOfMarch();
  const rows = (await operator<readonly Row[]>('reconciliations', 'list', ...april)) ?? [];
  const id = rows.find((row) => row['contaCodigo'] === contaCodigo)?.['id'];
  await act(id, [
    ['sol', 'assign', 'NOT_STARTED', '--to', emailOf('ana')],
    ['ana', 'carry', 'IN_ELABORATION'],
  ]);
  const { data } = await call<Row[]>('/api/v1/open-items?companyId=1&period=2022-04');
  table(data, ['contaCodigo', 'descricao', 'data', 'valor', 'idadeDias', 'faixa', 'origemCompetencia']);
  const [item] = data;
  check('o item é de março e tem 30 dias', item?.['origemCompetencia'] === '2022-03' && item['idadeDias'] === 30);
}

async function firstOfMarch(filter = ''): Promise<Row> {
  const { data } = await call<Row[]>(`/api/v1/reconciliations?companyId=1&period=2022-03&limit=1${filter}`);
  return data[0] ?? {};
}

async function act(id: unknown, acts: readonly Act[]): Promise<void> {
  for (const [who, name, becomes, ...options] of acts) {
    const args = ['reconciliations', 'do', name, '--id', String(id), '--as', emailOf(who), ...options];
    const results = await operator<readonly Row[]>(...args);
    if (becomes === null) check('quem revisou não pode aprovar: recusado', results === null);
    else check(`${TEAM[who][0]}: ${becomes}`, results?.[0]?.['status'] === becomes);
  }
}

/** Three people open the link of their invitation, each with a password made for this demonstration. */
export async function enterConsole(): Promise<void> {
  step('O console: cada pessoa abre o link do convite e cria a senha');
  const signIns: Row[] = [];
  for (const name of ['ana', 'bia', 'mara'] as const) {
    const [nome, , papel] = TEAM[name];
    const email = emailOf(name);
    const senha = randomBytes(12).toString('base64url');
    const invited = await operator<{ url: string }>('users', 'invite', email);
    const accepted = await posted(invited?.url ?? shown.url, { senha });
    const entered = await posted(`${shown.url}/console/entrar`, { email, senha });
    check(`${nome} entra no console`, accepted === 303 && entered === 303);
    signIns.push({ nome, papel, email, senha });
  }
  say(`Abra ${shown.url}/console e entre com um destes e-mails:`);
  table(signIns, ['nome', 'papel', 'email', 'senha']);
}

/** @returns the status; a form that the console itself showed names its origin */
async function posted(url: string, form: Readonly<Record<string, string>>): Promise<number> {
  const headers = { origin: new URL(url).origin };
  const body = new URLSearchParams(form);
  return (await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })).status;
}
