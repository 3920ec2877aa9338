// Sentences about what is wrong in registers: by its path in a registers' file, and in the forms of the console by
// the label of the field.
import type { AccountColumn, AccountsTableFault } from '../domain/charts/accountsTable.js';
import { accountKinds, natureWords } from '../domain/charts/events.js';
import type { RegisterFault, RegisterPath, RegisterReason } from '../domain/clients/refusals.js';
import { stepNames } from '../domain/clients/roles.js';
import type { PrefixedRule, UnusedPrefix } from '../domain/clients/workflowSettings.js';
import { maskCnpj } from '../domain/kernel/cnpj.js';
import { namesOf } from '../domain/kernel/vocabulary.js';
import { capital, oneLine, sanitized, wholeNumber } from './formats.js';
import { fileReasonSentence } from './imports/fileReasons.js';
import { sentencesOf } from './sentences.js';

export const accountColumnNames: Readonly<Record<AccountColumn, string>> = {
  codigo: 'Código',
  codigoReduzido: 'Código reduzido',
  descricao: 'Descrição',
  tipo: 'Tipo',
  natureza: 'Natureza',
  classificacao: 'Classificação',
  departamento: 'Departamento',
  setor: 'Setor',
  exigeConciliacao: 'Exige conciliação',
};
export const kindNames = namesOf(accountKinds);
export const natureNames = namesOf(natureWords);

export const accountsTableSentence = sentencesOf<AccountsTableFault>({
  FileUnreadable: (it) => capital(fileReasonSentence(it.reason)),
  HeadingMissing: 'O arquivo não tem linha de cabeçalho com as colunas Código e Descrição',
  ColumnTwice: (it) => {
    const headings = it.headings.map((heading) => `"${sanitized(heading)}"`).join(' e ');
    return `Mais de uma coluna do arquivo é ${accountColumnNames[it.column]}: ${headings}; deixe só uma`;
  },
  NoAccounts: 'O arquivo não tem nenhuma conta abaixo do cabeçalho',
  TooManyAccounts: (it) =>
    `O arquivo tem mais de ${wholeNumber(it.max)} contas: peça à operação que o cadastre com operator apply`,
});

/** `clients[0].companies[1].cnpj: campo obrigatório` */
export const registerFaultText = ({ path, reason }: RegisterFault): string =>
  `${pathText(path)}: ${registerSentence(reason, path)}`;

/** `clients[0].companies[1].cnpj`, `plano.csv[linha 12].tipo`, or `arquivo` for the complete document. */
export function pathText(path: RegisterPath): string {
  const texts = path.map((part, index) => {
    if (typeof part === 'number') return `[${part}]`;
    if (typeof part === 'object') return `[linha ${part.row}]`;
    return index === 0 ? part : `.${part}`;
  });
  return texts.join('') || 'arquivo';
}

export const registerSentence = sentencesOf<RegisterReason, [RegisterPath]>({
  Required: 'campo obrigatório',
  UnknownField: 'campo desconhecido',
  WrongType: (it) => `deve ser ${TYPE_NAMES[it.type] ?? it.type}`,
  NotOneOf: (it) => `deve ser um destes valores: ${it.values.join(' | ')}`,
  Blank: 'não pode ficar em branco',
  TooLong: (it) => `deve ter no máximo ${it.max} caracteres`,
  TooMany: (it, path) =>
    (TOO_MANY[lastName(path)] ?? 'a lista aceita no máximo MAX regras').replace('MAX', String(it.max)),
  NotClean: 'o texto contém caracteres inválidos',
  NotCnpj: 'o CNPJ deve ter 14 caracteres',
  CnpjDigits: 'os dígitos verificadores do CNPJ não conferem',
  NotADate: 'informe uma data real no formato AAAA-MM-DD',
  NotAnEmail: 'informe um e-mail válido',
  NotWorkingDays: (it) => `informe um número inteiro de dias úteis de 1 a ${it.max}`,
  NotAnAmount: 'informe um valor maior ou igual a zero como "10.00"',
  NotAPercent: 'informe um número maior que zero e até 100, com no máximo duas casas decimais',
  NotAChange: (it) => `informe um número de 0 a ${it.max}, com no máximo duas casas decimais`,
  Semicolon: 'o texto não pode conter ;',
  NoCompanies: 'informe pelo menos uma empresa ou omita o campo',
  OnlyOneOf: (it) => `informe apenas um destes campos: ${it.fields.join('; ')}`,
  OneOf: (it) => `informe pelo menos um destes campos: ${it.fields.join('; ')}`,
  Repeated: (_, path) => REPEATED[lastName(path)] ?? 'aparece mais de uma vez',
  AccountsTwice: 'informe accounts ou accountsFile (não ambos)',
  WrongCode: (it) =>
    `o código está na planilha como número ou data (${sanitized(it.shown)}) e pode ter perdido zeros: formate a coluna como texto`,
  FileOutside: 'o arquivo deve estar na mesma pasta do arquivo de cadastros',
  FileAbsent: (it) => `não existe o arquivo ${it.name}`,
  FileUnreadable: (it) => `não foi possível ler o arquivo ${it.name}`,
  FileTooLarge: (it) => `o arquivo ${it.name} excede ${it.bytesMax / 1_048_576} MB`,
  NoFiles: 'não há arquivos ao lado destes cadastros',
  NotUtf8: 'o arquivo não está em UTF-8',
  NotJson: (it) => `o arquivo não é um JSON válido (linha ${it.line} coluna ${it.column})`,
  FileEmpty: 'o arquivo está vazio',
  OpenQuote: 'as aspas desta linha não fecham',
  ColumnMissing: (it) => `falta a coluna ${it.name}`,
  ColumnUnknown: (it) => `a coluna "${it.name}" não é conhecida: as colunas são ${it.known.join('; ')}`,
  ColumnTwice: (it) => `a coluna ${it.name} aparece mais de uma vez`,
  ColumnCount: (it) => `a linha tem ${it.count} colunas e o cabeçalho ${it.headings}`,
  ParentUnknown: (it) => `a controladora ${maskCnpj(it.cnpj)} não é uma empresa deste cliente`,
  ParentItself: 'a empresa não pode ser controladora de si mesma',
  ParentCircle: (it) => `as controladoras formam um ciclo: ${it.cnpjs.map(maskCnpj).join(' → ')}`,
  EndsBeforeStart: (it) => `a data deve ser igual ou posterior a vigenciaInicio (${it.validFrom})`,
  CompanyUnknown: (it) => `${maskCnpj(it.cnpj)} não é uma empresa deste cliente`,
  NotTheirClient: 'somente um Administrador do módulo deste cliente pode alterá-lo',
  LastAdministrator:
    'o cliente ficaria sem Administrador do módulo de todas as empresas; dê antes o papel a outra pessoa',
  EmailOfAnotherClient: 'este e-mail é de um usuário de outro cliente',
  UserUnknown: (it) => `${it.email} não é um usuário deste cliente`,
  DeadlineAfterNext: ({ step, days, later, laterDays }) =>
    `o prazo do ${stepNames[step]} (${days}) não pode passar do prazo do ${stepNames[later]} (${laterDays})`,
});

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'um texto',
  boolean: 'true ou false',
  array: 'uma lista',
  object: 'um objeto',
};

/** Sentences by the list's name; those of rules where it is none of these. */
const TOO_MANY: Readonly<Record<string, string>> = {
  accounts: 'o plano aceita no máximo MAX contas',
  users: 'o cliente aceita no máximo MAX usuários',
  holidays: 'a lista aceita no máximo MAX datas',
  owners: 'a empresa aceita no máximo MAX responsáveis padrão',
  carry: 'a lista aceita no máximo MAX inícios de código',
  checklist: 'a empresa aceita no máximo MAX pontos',
};

/** Sentences by the name of the field, or of the list whose item is there already. */
const REPEATED: Readonly<Record<string, string>> = {
  ref: 'este cliente aparece mais de uma vez',
  cnpj: 'este CNPJ aparece mais de uma vez no cliente',
  nome: 'este plano aparece mais de uma vez na empresa',
  codigo: 'esta conta aparece mais de uma vez no plano',
  email: 'este e-mail aparece mais de uma vez',
  owners: 'já há responsáveis para as mesmas contas nesta empresa',
  prefix: 'este prefixo aparece mais de uma vez',
  text: 'este ponto aparece mais de uma vez',
  intercompany: 'esta regra aparece mais de uma vez',
};

const namesIn = (path: RegisterPath): string[] => path.filter((part) => typeof part === 'string');
const lastName = (path: RegisterPath): string => namesIn(path).at(-1) ?? '';

export const NO_CHART =
  'Nenhum plano de contas está cadastrado ainda: o Administrador do módulo envia o primeiro.';

/** Holidays of the form; a registers' file has more. */
export const HOLIDAYS_TYPED_MAX = 1_000;
export const TOO_MANY_HOLIDAYS = `Há mais de ${wholeNumber(HOLIDAYS_TYPED_MAX)} linhas. Nada foi lido: informe uma data por linha`;

/** Lists of a company, each typed as lines. */
const LISTS: Readonly<Record<string, string>> = {
  owners: 'Responsáveis',
  carry: 'Contas a trazer do mês anterior',
  tolerance: 'Tolerância',
  variation: 'Variação',
  risk: 'Risco',
  checklist: 'Checklist',
  intercompany: 'Saldos entre empresas',
};

/** Labels by the end of the field's place. */
export const registerLabels: Readonly<Record<string, string>> = {
  nome: 'Nome do plano',
  vigenciaInicio: 'Início da vigência',
  vigenciaFim: 'Fim da vigência',
  ...accountColumnNames,
  razaoSocial: 'Razão social',
  nomeFantasia: 'Nome fantasia',
  cnpj: 'CNPJ',
  regimeTributario: 'Regime tributário',
  status: 'Situação',
  controladoraCnpj: 'Controladora',
  modules: 'Módulos',
  email: 'E-mail',
  name: 'Nome',
  roles: 'Papéis',
  holidays: 'Feriados',
  'deadlines.preparer': 'Prazo do Elaborador',
  'deadlines.reviewer': 'Prazo do Revisor',
  'deadlines.approver': 'Prazo do Aprovador',
  'autoApproval.upTo': 'Saldo de até',
  statement: 'Declaração',
  ...LISTS,
  prefix: 'contas',
  amount: 'valor',
  percent: 'percentual',
  level: 'nível',
  text: 'texto',
  workingDay: 'dia útil',
  counterpart: 'CNPJ',
  counterpartPrefix: 'contas da outra',
  ...stepNames,
};

const RULE_NAMES: Readonly<Record<PrefixedRule, string>> = {
  carry: 'trazer do mês anterior',
  tolerance: 'tolerância',
  variation: 'variação',
  risk: 'risco',
};

/** @param now its words; "" where they are too long */
export function changedMeanwhile(heading: string, now: string): string {
  const current = now === '' ? '' : ` (agora: ${now})`;
  return `${heading}: outra pessoa mudou isto enquanto você preenchia${current}. Confira e salve de novo para valer o que você preencheu`;
}

/** A rule that no account of the company's charts follows. */
export const unusedPrefixText = ({ rule, prefix }: UnusedPrefix): string =>
  `Nenhuma conta dos planos da empresa começa com "${oneLine(prefix)}" (regra de ${RULE_NAMES[rule]})`;

/** @param where the accounts of the default owner */
export const ownerWithoutRoleText = (email: string, role: string, where: string): string =>
  `Responsáveis padrão, ${where}: ${email} não tem o papel de ${role} nesta empresa e conta como ninguém`;

/** What the cells of a chart's file hold, in a person's words. */
const CELL_VALUES: Readonly<Record<string, string>> = {
  tipo: 'deve ser Analítica ou Sintética',
  natureza: 'deve ser Devedora ou Credora ou Mista',
  exigeConciliacao: 'deve ser Sim ou Não',
};

/** A list as it was typed: the line of each item, and what a line that is none should be. */
export type TypedLines = Readonly<{ numbers: readonly number[]; format: string }>;

/** @param typed lists by their name in a registers' file */
export function registerFormSentences(
  faults: readonly RegisterFault[],
  typed: Readonly<Record<string, TypedLines>> = {},
): readonly string[] {
  return faults.map(({ path, reason }) => {
    const names = namesIn(path);
    const label = registerLabels[names.slice(-2).join('.')] ?? registerLabels[names.at(-1) ?? ''];
    const cell = path.find((part) => typeof part === 'object');
    const list = names.find((name) => name in LISTS) ?? '';
    const item = path[path.indexOf(list) + 1];
    const { numbers = [], format = null } = typed[list] ?? {};
    const isLine = list !== '' && typeof item === 'number';
    const place = [
      ...(cell === undefined ? [] : [`Linha ${cell.row}`]),
      ...(isLine ? [LISTS[list], `linha ${numbers[item] ?? item + 1}`] : []),
      ...(label === undefined || (isLine && path.at(-1) === item) ? [] : [label]),
    ];
    const isNoItem = isLine && path.at(-1) === item && reason.is === 'WrongType';
    const text = isNoItem && format !== null ? format : formSentence(path, reason);
    return place.length === 0 ? capital(text) : `${place.join(', ')}: ${text}`;
  });
}

/** Says nothing of another client's people, and names what a cell of a chart's file holds. */
function formSentence(path: RegisterPath, reason: RegisterReason): string {
  if (reason.is === 'EmailOfAnotherClient') return 'este e-mail já está em uso';
  if (reason.is === 'NotADate') return 'informe uma data real, de 1900 a 2199';
  if (reason.is === 'NotAnAmount') return 'informe um valor maior ou igual a zero como 10,00';
  if (reason.is === 'Repeated' && lastName(path) === 'prefix')
    return 'este início de código aparece mais de uma vez';
  const isCell = path.some((part) => typeof part === 'object');
  const values = reason.is === 'NotOneOf' || reason.is === 'WrongType' ? CELL_VALUES[lastName(path)] : undefined;
  return (isCell ? values : undefined) ?? registerSentence(reason, path);
}
