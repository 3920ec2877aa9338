// Headings nobody listed: understood word by word, and only where every word is understood. `Saldo anterior orçado` is
// another thing.
import { words } from './headingText.js';
import type { Role } from './headingRole.js';

type Sense =
  | 'balance'
  | 'before'
  | 'after'
  | 'accumulated'
  | 'debit'
  | 'credit'
  | 'side'
  | 'movement'
  | 'account'
  | 'number'
  | 'code'
  | 'classification'
  | 'short'
  | 'name'
  | 'month'
  | 'date'
  | 'base'
  | 'company'
  | 'nothing';

const SENSES: Readonly<Record<Sense, string>> = {
  balance: 'saldo saldos sld sdo sd sal balance balances bal',
  before:
    'anterior anteriores ant inicial iniciais ini inic inicio abertura abert previo opening previous prior beginning ' +
    'starting begin start',
  after:
    'atual atuais atu final finais fim fin encerramento fechamento fech closing ending end corrente posterior current',
  accumulated: 'acumulado acumulados acumul acum accumulated',
  debit: 'debito debitos deb debs debit debits devedor devedores devedora dev deve debe db dr',
  credit: 'credito creditos cred creds cre crd credit credits credor credores credora haver haber cr',
  side: 'dc cd natureza nat tipo sinal indicador ind',
  movement:
    'mov movimento movimentos movimentacao movto movtos lancamentos lancto variacao movement change activity',
  account: 'conta contas cta ctas account acct cuenta',
  number: 'n numero num nro number',
  code: 'codigo codigos cod code estruturado estruturada',
  classification: 'classificacao classificador classif class clas cla mascara estrutura',
  short: 'reduzido reduzida reduz red apelido reduzidos',
  name: 'descricao descr desc des nome nom titulo tit denominacao texto description name especificacao descripcion nombre',
  month: 'competencia compet referencia ref periodo mesano anomes period competence',
  date: 'data dt date',
  base: 'base',
  company: 'empresa company estab estabelecimento filial',
  nothing:
    'valor vlr vl val valores total totais tot do da de no na em a o os as das dos ate mes meses reais brl contabil ctbl ctb lc ' +
    'contabeis razao gl rs exercicio moeda interna local nacional amount amounts in of the currency cc ' +
    'month net liquido liquida analitica obj object main',
};

const SENSE_OF = new Map<string, Sense>(
  (Object.entries(SENSES) as [Sense, string][]).flatMap(([sense, forms]) =>
    forms.split(' ').map((form): [string, Sense] => [form, sense]),
  ),
);

const PIECES_MAX = 4;
const PIECE_LETTERS_MIN = 2;

/** null where a word is not known, or they make no sense together. */
export function roleOfWords(heading: string): Role | null {
  const senses = new Set<Sense>();
  for (const word of words(heading)) {
    const found = sensesOf(word);
    if (found === null) return null;
    for (const sense of found) senses.add(sense);
  }
  const has = (...any: readonly Sense[]): boolean => any.some((sense) => senses.has(sense));
  if (has('balance', 'before', 'after', 'debit', 'credit', 'movement', 'side')) return roleOfAmount(has);
  if (has('company')) return null;
  if (has('name')) return 'name';
  if (has('short')) return 'shortCode';
  if (has('classification')) return 'classification';
  if (has('month') || (has('date') && has('base'))) return 'period';
  if (has('date', 'base', 'accumulated')) return null;
  if (has('account', 'code')) return 'code';
  return has('number') ? 'number' : null;
}

function roleOfAmount(has: (...any: readonly Sense[]) => boolean): Role | null {
  if (has('name', 'short', 'classification', 'code', 'base')) return null;
  if (has('date')) return has('before') ? 'periodStart' : has('after') ? 'periodEnd' : null;
  if (has('month') && !has('balance', 'debit', 'credit', 'movement')) return null;
  const isClosing = has('after') || (has('accumulated') && has('balance'));
  if (has('before') && isClosing) return null;
  const when = has('before') ? 'opening' : isClosing ? 'closing' : null;
  if (has('side')) return when === null ? (has('balance', 'account') ? 'side' : null) : `${when}Side`;
  if (has('debit') && has('credit')) return when ?? (has('balance', 'movement') ? null : 'side');
  if (!has('debit', 'credit')) {
    if (when !== null) return has('account', 'number') && !has('balance') ? null : when;
    return has('balance') ? 'balance' : has('movement') ? 'movement' : null;
  }
  // Turnover since the year began is neither the month's nor a balance.
  if (has('accumulated') && !has('balance')) return null;
  const which = has('debit') ? 'Debit' : 'Credit';
  if (when !== null) return `${when}${which}`;
  if (has('balance')) return `closing${which}`;
  return which === 'Debit' ? 'debit' : 'credit';
}

/** `SALDOANT`: words that a program wrote as one; null where some part of it is no known word. */
function sensesOf(word: string, piecesMax = PIECES_MAX): readonly Sense[] | null {
  const known = senseOf(word);
  if (known !== undefined) return [known];
  if (piecesMax === 1) return null;
  for (let at = word.length - PIECE_LETTERS_MIN; at >= PIECE_LETTERS_MIN; at--) {
    const first = SENSE_OF.get(word.slice(0, at));
    const others = first === undefined ? null : sensesOf(word.slice(at), piecesMax - 1);
    if (first !== undefined && others !== null) return [first, ...others];
  }
  return null;
}

/** Letters that an export turned into `?`: each stands for up to two. */
function senseOf(word: string): Sense | undefined {
  if (!word.includes('?')) return SENSE_OF.get(word);
  if (word.replaceAll('?', '').length < 2) return undefined;
  const pattern = damaged(word);
  for (const [form, sense] of SENSE_OF) if (pattern.test(form)) return sense;
  return undefined;
}

/** Each run of marks stands for up to twice as many letters. */
export function damaged(text: string): RegExp {
  return new RegExp(`^${text.replace(/\?+/g, (marks) => `[a-z]{0,${2 * marks.length}}`)}$`);
}
