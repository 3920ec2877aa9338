// The step of a month's work: one reconciliation from preparation to approval, each act by its person (`operator --as`).
import type { Row, Stage } from './stage.js';

const MUNICIPALITY = '11222333000181';
const PERIOD = '2022-03';

export const demoTeam = {
  ana: ['Ana Souza', 'PREPARER'],
  bia: ['Bia Lima', 'REVIEWER'],
  caio: ['Caio Prado', 'APPROVER'],
  sol: ['Sol Martins', 'SUPERVISOR'],
  mara: ['Mara Dias', 'MODULE_ADMIN'],
} as const;
type Name = keyof typeof demoTeam;
export const emailOf = (name: Name): string => `${name}@exemplo.com.br`;

type Report = Readonly<{ ok: boolean; status: string; error?: string }>;

export async function workMarch(stage: Stage, companyId: number): Promise<void> {
  await enrol(stage);
  const first = (await rows(stage, companyId))[0];
  const id = Number(first?.['id'] ?? 0);
  await elaborate(stage, id, Number(first?.['saldoContabil'] ?? 0));
  await reviewAndApprove(stage, id);
  await tell(stage, companyId, id);
}

async function enrol(stage: Stage): Promise<void> {
  const { screen } = stage;
  screen.step('A equipe do cliente: quem elabora; revisa; aprova; supervisiona; administra');
  const users = Object.entries(demoTeam).map(([name, [full, role]]) => ({
    email: emailOf(name as Name),
    name: full,
    roles: [{ role }],
  }));
  const companies = [{ cnpj: MUNICIPALITY, owners: [{ reviewer: emailOf('bia'), approver: emailOf('caio') }] }];
  const file = stage.keepBody('equipe.json', { clients: [{ ref: 'demonstracao', users, companies }] });
  screen.check('a equipe está cadastrada', (await stage.operator('apply', file)) !== null);
}

async function elaborate(stage: Stage, id: number, balance: number): Promise<void> {
  const { screen } = stage;
  screen.step('Elaborar uma conciliação: a Supervisora atribui; a Elaboradora compõe o saldo e envia');
  await act(stage, 'sol', id, 'NOT_STARTED', 'assign', '--to', emailOf('ana'));
  await act(stage, 'ana', id, 'IN_ELABORATION', 'start');
  const item = { description: 'Saldo conferido com o razão', date: '2022-03-31', amount: balance.toFixed(2) };
  const items = stage.keepBody('composicao.json', [item]);
  await act(stage, 'ana', id, 'IN_ELABORATION', 'compose', '--items', items);
  await act(stage, 'ana', id, 'SUBMITTED_FOR_REVIEW', 'submit');
}

async function reviewAndApprove(stage: Stage, id: number): Promise<void> {
  const { screen } = stage;
  screen.step('Revisar; rejeitar com o motivo; elaborar de novo e aprovar');
  await act(stage, 'bia', id, 'IN_REVIEW', 'open');
  await act(stage, 'bia', id, 'SUBMITTED_FOR_APPROVAL', 'pass');
  const refused = await stage.operator(
    'reconciliations',
    'do',
    'open',
    '--id',
    String(id),
    '--as',
    emailOf('bia'),
  );
  screen.check('quem revisou não pode aprovar: recusado', refused === null);
  await act(stage, 'caio', id, 'IN_APPROVAL', 'open');
  await act(stage, 'caio', id, 'REJECTED', 'reject', '--reason', 'Falta o extrato do banco');
  await act(stage, 'ana', id, 'IN_ELABORATION', 'start');
  await act(stage, 'ana', id, 'SUBMITTED_FOR_REVIEW', 'submit');
  await act(stage, 'bia', id, 'IN_REVIEW', 'open');
  await act(stage, 'bia', id, 'SUBMITTED_FOR_APPROVAL', 'pass');
  await act(stage, 'caio', id, 'IN_APPROVAL', 'open');
  await act(stage, 'caio', id, 'APPROVED', 'approve');
}

async function tell(stage: Stage, companyId: number, id: number): Promise<void> {
  const { screen } = stage;
  screen.step('O que o ERP lê agora, e o histórico da conciliação');
  const [row] = (await rows(stage, companyId)).filter((one) => one['id'] === id);
  screen.table(row ? [row] : [], [
    'id',
    'contaCodigo',
    'status',
    'responsavelNome',
    'responsavelPapel',
    'diferenca',
  ]);
  const approved =
    row?.['status'] === 'APPROVED' && row['responsavelNome'] === 'Caio Prado' && row['diferenca'] === 0;
  screen.check('aprovada por Caio Prado, sem diferença', approved);
  const life = (await stage.operator('history', '--company', String(companyId), '--id', String(id))) as
    readonly Readonly<{ sentence: string }>[] | null;
  for (const { sentence } of life ?? []) screen.outcome(sentence);
  screen.check('da liberação à aprovação, 15 passos', life?.length === 15);
}

async function act(
  stage: Stage,
  who: Name,
  id: number,
  becomes: string,
  ...asked: readonly string[]
): Promise<void> {
  const [command = '', ...options] = asked;
  const args = ['reconciliations', 'do', command, '--id', String(id), '--as', emailOf(who), ...options];
  const reports = (await stage.operator(...args)) as readonly Report[] | null;
  stage.screen.check(`${demoTeam[who][0]}: ${becomes}`, reports?.[0]?.status === becomes);
}

async function rows(stage: Stage, companyId: number): Promise<readonly Row[]> {
  const { data } = await stage.api().reconciliations({ companyId, period: PERIOD }).page(1, 5);
  return data;
}
