// Generated registers and trial balances of any size, deterministic. Consecutive months of the same accounts
// continue each other, and every line balances.

export type ImportItem = Readonly<{
  accountCode: string;
  accountName?: string;
  previousBalance: number;
  debit: number;
  credit: number;
  finalBalance: number;
}>;

/** A body of POST /api/v1/trial-balances. */
export type ImportBody = Readonly<{
  companyId?: number;
  cnpj?: string;
  period: string;
  chartName: string;
  lineItems: readonly ImportItem[];
}>;

export type BuiltAccount = Readonly<{ code: string; name: string; nature: 'DEBIT' | 'CREDIT' }>;

const GROUPS = [
  { root: '1', name: 'Ativo', nature: 'DEBIT' },
  { root: '2', name: 'Passivo e patrimônio líquido', nature: 'CREDIT' },
  { root: '3', name: 'Receitas', nature: 'CREDIT' },
  { root: '4', name: 'Custos e despesas', nature: 'DEBIT' },
] as const;

const KINDS = [
  ['Banco conta movimento', 'Duplicatas a receber', 'Adiantamento a funcionários', 'Estoque de matérias-primas'],
  [
    'Fornecedores nacionais',
    'Provisão para férias e 13º salário',
    'Obrigações tributárias',
    'Empréstimos bancários',
  ],
  ['Venda de mercadorias à vista', 'Prestação de serviços', 'Receita de aluguéis', 'Variação cambial ativa'],
  ['Salários e ordenados', 'Manutenção de veículos', 'Energia elétrica e água', 'Depreciação de máquinas'],
] as const;

const PLACES = [
  'São Paulo',
  'Goiânia',
  'Florianópolis',
  'Maceió',
  'Vitória da Conquista',
  'Ribeirão Preto',
  'Belém do Pará',
  'Jaboatão dos Guararapes',
] as const;

/** Analytic accounts spread over the four groups, in the order of their codes. */
export function buildAccounts(count: number): BuiltAccount[] {
  const accounts: BuiltAccount[] = [];
  for (let index = 0; index < count; index++) {
    const group = Math.floor((index * GROUPS.length) / count);
    const { root, nature } = GROUPS[group] ?? GROUPS[0];
    const kinds = KINDS[group] ?? KINDS[0];
    const number = String(index + 1).padStart(5, '0');
    const branch = String(Math.floor(index / 100) + 1).padStart(3, '0');
    const name = `${kinds[index % kinds.length]} – filial ${PLACES[index % PLACES.length]} nº ${number}`;
    accounts.push({ code: `${root}.1.${branch}.${number}`, name, nature });
  }
  return accounts;
}

/** The chart as the `;` file that `apply` reads: the four synthetic groups, then the accounts, all reconciling. */
export function chartCsv(accounts: readonly BuiltAccount[]): string {
  const heading =
    'codigo;codigoReduzido;descricao;tipo;natureza;classificacao;departamento;setor;exigeConciliacao';
  const groups = GROUPS.map(({ root, name, nature }) => `${root};;${name};SYNTHETIC;${nature};${name};;;false`);
  const lines = accounts.map(
    ({ code, name, nature }, index) =>
      `${code};${index + 1};${name};ANALYTICAL;${nature};Contas;Controladoria;Conciliação;true`,
  );
  return `${[heading, ...groups, ...lines].join('\n')}\n`;
}

export type BuiltCompany = Readonly<{ cnpj: string; chartName: string; accountsFile: string; status?: string }>;

/** An `apply` file: one client, its companies with one chart each. */
export function registersFile(ref: string, companies: readonly BuiltCompany[]): object {
  const company = ({ cnpj, chartName, accountsFile, status = 'ACTIVE' }: BuiltCompany) => ({
    cnpj,
    razaoSocial: `Indústria Exemplar ${cnpj} Ltda`,
    nomeFantasia: `Exemplar ${cnpj}`,
    regimeTributario: 'REAL_PROFIT',
    status,
    modules: ['RECONCILIATION'],
    charts: [{ nome: chartName, vigenciaInicio: '2020-01-01', ativo: true, accountsFile }],
  });
  return { clients: [{ ref, name: `Cliente ${ref}`, companies: companies.map(company) }] };
}

export type MonthOptions = Readonly<{
  cnpj: string;
  /** YYYY-MM. */
  period: string;
  chartName: string;
  /** Another variant is another version: one account moves more, every closing balance stays. */
  variant?: number;
}>;

/**
 * A month of these accounts, signed: debit positive. The month before, built the same way, closes where it opens.
 */
export function buildMonth(accounts: readonly BuiltAccount[], options: MonthOptions): ImportBody {
  const { cnpj, period, chartName, variant = 0 } = options;
  const [year = 0, month = 0] = period.split('-').map(Number);
  const index = year * 12 + month;
  const lineItems = accounts.map(({ code, name, nature }, line): ImportItem => {
    const opening = closingCents(line, index - 1, nature);
    const closing = closingCents(line, index, nature);
    const turnover = spread(line, index, 3) % 5_000_000;
    const extra = line === variant % accounts.length ? variant : 0;
    const debit = turnover + Math.max(closing - opening, 0) + extra;
    const credit = turnover + Math.max(opening - closing, 0) + extra;
    return {
      accountCode: code,
      accountName: name,
      previousBalance: opening / 100,
      debit: debit / 100,
      credit: credit / 100,
      finalBalance: closing / 100,
    };
  });
  return { cnpj, period, chartName, lineItems };
}

/** The same month, each line wrong: a centavo off in the closing balance, or with an amount that is none. */
export function everyLineWrong(body: ImportBody, fault: 'movement' | 'amount'): object {
  const spoiled = ({ finalBalance, ...item }: ImportItem) =>
    fault === 'movement'
      ? { ...item, finalBalance: Math.round(finalBalance * 100 + 1) / 100 }
      : { ...item, finalBalance: `${finalBalance}` };
  return { ...body, lineItems: body.lineItems.map(spoiled) };
}

/** The n-th made-up CNPJ, 14 characters with valid check digits. */
export function buildCnpj(n: number): string {
  const base = `${String(10_000_000 + n).padStart(8, '0')}0001`;
  const first = checkDigit(base);
  return `${base}${first}${checkDigit(`${base}${first}`)}`;
}

/** Source of the weights: IN RFB 2.229/2024. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * ((index % 8) + 2), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

function closingCents(line: number, month: number, nature: BuiltAccount['nature']): number {
  const magnitude = spread(line, month, 1) % 900_000_000;
  return nature === 'CREDIT' && magnitude !== 0 ? -magnitude : magnitude;
}

/** A well-mixed whole number from 0 to 2^32 − 1 (murmur3's last step). */
function spread(line: number, month: number, salt: number): number {
  let mixed = Math.imul(line + 1, 0x9e3779b1) ^ Math.imul(month, 0x85ebca6b) ^ Math.imul(salt, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
