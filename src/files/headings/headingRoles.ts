// What a heading says its column holds. Source: docs/spec/files.md#headings.
import { normalised } from './headingText.js';
import type { Role } from './headingRole.js';
import { damaged, roleOfWords } from './headingWords.js';

const SYNONYMS: Readonly<Record<Role, string>> = {
  code:
    'conta contacontabil contacontabilnumero codigo cod codigoconta codconta codigodaconta codigocontabil cdconta ' +
    'contacodigo numerodaconta numeroconta nconta ncontacontabil codcta ctacontabil cta accountcode account codigocta',
  classification:
    'classificacao classificacaocontabil classif classificador mascara estrutura classificacaodaconta contaclassificacao',
  shortCode:
    'codreduzido codigoreduzido reduzido reduzida red contareduzida codred codigored reduz nreduzido creduzido',
  number: 'n numero nro',
  name:
    'descricao descricaodaconta descricaoconta nome nomedaconta nomeconta nomedacontacontabil titulo titulodaconta ' +
    'denominacao especificacao discriminacao historico contadescricao descricaocontabil desc descconta accountname ' +
    'nomecontabil titulocontabil descricaocontacontabil contanome',
  opening:
    'saldoanterior saldoant saldant sldant saldoinicial saldoini saldomesanterior saldoabertura anterior vlsldini ' +
    'previousbalance sldini sdoanterior sdoant inicial saldoinicialvalor saldoanteriorvalor',
  openingDebit: 'saldoanteriordebito saldoanteriordevedor saldoinicialdebito saldoinicialdevedor saldoantdebito',
  openingCredit: 'saldoanteriorcredito saldoanteriorcredor saldoinicialcredito saldoinicialcredor saldoantcredito',
  openingSide:
    'naturezasaldoinicial naturezasaldoanterior saldoanteriordc saldoinicialdc saldoinicialnatureza ' +
    'saldoanteriornatureza dcsaldoanterior dcsaldoinicial inddcini dcanterior dcinicial previousbalanceside natsaldoanterior',
  debit:
    'debito debitos deb vlrdebito valordebito movdebito movimentodebito totaldebitos debitoperiodo debnomes vldeb ' +
    'debit debitosnoperiodo movimentodevedor debitosdomes',
  credit:
    'credito creditos cred vlrcredito valorcredito movcredito movimentocredito totalcreditos creditoperiodo crednomes ' +
    'vlcred credit creditosnoperiodo movimentocredor creditosdomes',
  movement:
    'movimento movimentodoperiodo movliquido saldoperiodo movimentoperiodo movimentacao saldodoperiodo mov',
  balance: 'saldo sld sdo',
  closing:
    'saldoatual saldofinal saldoacumulado atual final sldatual vlsldfin finalbalance sldfin saldofinalvalor ' +
    'saldoatualvalor sdoatual sdofinal saldoencerramento',
  closingDebit: 'saldoatualdebito saldoatualdevedor saldofinaldebito saldofinaldevedor saldodevedor saldodebito',
  closingCredit: 'saldoatualcredito saldoatualcredor saldofinalcredito saldofinalcredor saldocredor saldocredito',
  closingSide:
    'naturezasaldofinal naturezasaldoatual saldoatualdc saldofinaldc saldofinalnatureza saldoatualnatureza ' +
    'dcsaldoatual dcsaldofinal inddcfin dcatual dcfinal finalbalanceside natsaldoatual natsaldofinal',
  side: 'dc cd natureza nat tiposaldo sinal indicadordc inddc tipodesaldo debcred',
  kind: 'tipo s indcta tiponivel tipoconta tipodaconta as sa',
  cnpj: 'cnpj cnpjmf cpfcnpj cnpjdaempresa cnpjempresa cnpjcpf',
  company: 'empresa filial estabelecimento codigoempresa codempresa',
  period:
    'competencia periodo mesano anomes mesreferencia database referencia dtcomptc mescompetencia period compet dtref ' +
    'datareferencia dtreferencia',
  periodStart: 'datainicial dtinicial datainicio dtini perinicial',
  periodEnd: 'datafinal dtfinal datafim dtfim perfinal',
  month: 'mes month',
  year: 'ano exercicio year',
  chart: 'planodecontas plano nomedoplano planocontabalcte chartname nomedoplanodecontas planocontabil',
  codeOrChart: 'planocontas planoconta',
  currency: 'moeda currency moedadosaldo moedavalor curr',
};

const ROLE_OF = new Map<string, Role>(
  (Object.entries(SYNONYMS) as [Role, string][]).flatMap(([role, forms]) =>
    forms.split(' ').map((form): [string, Role] => [form, role]),
  ),
);

const DATED_BALANCE = /^(?:saldo|sld|sdo)(?:em|ate|de)?(\d{6}|\d{8})$/;

/** null for what names nothing an import reads. */
export function roleOf(heading: string): Role | null {
  const key = normalised(heading);
  // A share of an amount is none.
  if (key === '' || key.length > 60 || heading.includes('%')) return null;
  const known = ROLE_OF.get(key);
  if (known !== undefined) return known;
  return (key.includes('?') ? roleOfDamaged(key) : null) ?? roleOfWords(heading);
}

/** `Saldo em 31/12/2025`: which of two it is, the dates tell. @returns the date as YYYYMMDD, null for other headings */
export function balanceDate(heading: string): string | null {
  const digits = DATED_BALANCE.exec(normalised(heading))?.[1];
  if (digits === undefined) return null;
  if (digits.length === 6) return `${digits.slice(2)}${digits.slice(0, 2)}00`;
  return /^(19|20)\d{2}(0\d|1[0-2])/.test(digits)
    ? digits
    : `${digits.slice(4)}${digits.slice(2, 4)}${digits.slice(0, 2)}`;
}

/** Letters that an export turned into `?`: each stands for up to two. */
function roleOfDamaged(key: string): Role | null {
  if (key.replace(/\?/g, '').length < 3) return null;
  const pattern = damaged(key);
  for (const [form, role] of ROLE_OF) if (pattern.test(form)) return role;
  return null;
}
