// Every wording by which a heading is recognised. The only file to edit for a new synonym.
// Source: docs/spec/files.md#headings.
//
// - A word that keeps its meaning wherever it stands goes into WORDS, once. `encerramento` means "after", so
//   `Saldo de Encerramento`, `SLD_ENCERRAMENTO` and `SaldoEncerramento` are all understood. This is the usual
//   case.
// - A heading whose words, taken one by one, mean something else or too much (`Histórico`, `S`) goes into
//   HEADINGS, written as `headingKey` writes it: lower case, no accents, letters and digits only. HEADINGS wins.
//
// A file of a chart's accounts has only the headings in ACCOUNT_HEADINGS, one of movements those in
// STATEMENT_HEADINGS. Labels above the table (`Período:`, `Empresa:`) are in metadataVocabulary.ts; names of
// months in cells/periodPatterns.ts.
import type { AccountColumn } from '../../domain/charts/accountsTable.js';
import type { StatementColumn } from '../../domain/reconciliation/statement.js';
import { plainText } from '../cells/cellText.js';

/** What a heading says that its column holds. */
export type HeadingRole =
  | 'code'
  | 'classification'
  | 'shortCode'
  | 'number'
  | 'name'
  | 'opening'
  | 'carried'
  | 'openingDebit'
  | 'openingCredit'
  | 'openingSide'
  | 'debit'
  | 'credit'
  | 'movement'
  | 'balance'
  | 'closing'
  | 'closingDebit'
  | 'closingCredit'
  | 'closingSide'
  | 'side'
  | 'kind'
  | 'cnpj'
  | 'company'
  | 'period'
  | 'periodStart'
  | 'periodEnd'
  | 'month'
  | 'year'
  | 'chart'
  | 'codeOrChart'
  | 'currency';

/** Whole headings, by role; separated by blanks. */
export const HEADINGS: Readonly<Record<HeadingRole, string>> = {
  code:
    'conta contacontabil contacontabilnumero codigo cod codigoconta codconta codigodaconta codigocontabil cdconta ' +
    'contacodigo numerodaconta numeroconta nconta ncontacontabil codcta ctacontabil cta accountcode account codigocta ' +
    'glaccount glacct',
  classification:
    'classificacao classificacaocontabil classif classificador mascara estrutura classificacaodaconta contaclassificacao ' +
    'clasificacion clasificacioncontable',
  shortCode:
    'codreduzido codigoreduzido reduzido reduzida red contareduzida codred codigored reduz nreduzido creduzido',
  number: 'n numero nro',
  name:
    'descricao descricaodaconta descricaoconta nome nomedaconta nomeconta nomedacontacontabil titulo titulodaconta ' +
    'denominacao especificacao discriminacao historico contadescricao descricaocontabil desc descconta accountname ' +
    'nomecontabil titulocontabil descricaocontacontabil contanome accountingaccountname denominacion detalle ' +
    'textobreve shorttext',
  opening:
    'saldoanterior saldoant saldant sldant saldoinicial saldoini saldomesanterior saldoabertura anterior vlsldini ' +
    'previousbalance sldini sdoanterior sdoant sant santerior sinicial inicial saldoinicialvalor saldoanteriorvalor',
  carried: 'saldtransf balancecarryforward',
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
    'movimento movimentodoperiodo movliquido saldoperiodo movimentoperiodo movimentacao saldodoperiodo mov periodnet',
  balance: 'saldo sld sdo',
  closing:
    'saldoatual saldofinal saldoacumulado atual final sldatual vlsldfin finalbalance sldfin saldofinalvalor ' +
    'saldoatualvalor satual sfinal sdoatual sdofinal saldoencerramento',
  closingDebit: 'saldoatualdebito saldoatualdevedor saldofinaldebito saldofinaldevedor saldodevedor saldodebito',
  closingCredit: 'saldoatualcredito saldoatualcredor saldofinalcredito saldofinalcredor saldocredor saldocredito',
  closingSide:
    'naturezasaldofinal naturezasaldoatual saldoatualdc saldofinaldc saldofinalnatureza saldoatualnatureza ' +
    'dcsaldoatual dcsaldofinal inddcfin dcatual dcfinal finalbalanceside natsaldoatual natsaldofinal',
  side: 'dc cd natureza nat tiposaldo sinal indicadordc inddc tipodesaldo debcred',
  kind: 'tipo s indcta tiponivel tipoconta tipodaconta as sa type accounttype tipocuenta tipodecuenta',
  cnpj: 'cnpj cnpjmf cpfcnpj cnpjdaempresa cnpjempresa cnpjcpf',
  company: 'empresa filial estabelecimento codigoempresa codempresa branch',
  period:
    'competencia periodo mesano anomes mesreferencia database referencia dtcomptc mescompetencia period compet dtref ' +
    'datareferencia dtreferencia',
  periodStart:
    'datainicial dtinicial datainicio dtini perinicial competenciainicial competenciainicio periodoinicial mesinicial',
  periodEnd: 'datafinal dtfinal datafim dtfim perfinal competenciafinal competenciafim periodofinal mesfinal',
  month: 'mes month',
  year: 'ano exercicio year',
  chart: 'planodecontas plano nomedoplano planocontabalcte chartname nomedoplanodecontas planocontabil',
  codeOrChart: 'planocontas planoconta',
  currency: 'moeda currency moedadosaldo moedavalor curr',
};

/** What one word of a heading means; headingRole.ts combines the meanings into a role. */
export type WordMeaning =
  | 'balance'
  | 'before'
  | 'after'
  | 'carried'
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

/** Words of headings, by meaning; separated by blanks. `nothing` are words that do not change a heading's role. */
export const WORDS: Readonly<Record<WordMeaning, string>> = {
  balance: 'saldo saldos sld sdo sd sal balance balances bal',
  before:
    'anterior anteriores ant inicial iniciais ini inic inicio abertura abert previo previa opening previous prior ' +
    'beginning starting begin start initial prev apertura iniciales',
  after:
    'atual atuais atu final finais fim fin encerramento fechamento fech closing ending end corrente posterior current ' +
    'actual actuales act cierre finales',
  carried:
    'transportado transportada transporte transp transferido transferida transf carried carry carryforward brought forward fwd',
  accumulated: 'acumulado acumulados acumul acum accumulated cumulative ytd',
  debit:
    'debito debitos deb debs debit debits devedor devedores devedora dev deve debe deudor deudora cargos db dr',
  credit:
    'credito creditos cred creds cre crd credit credits credor credores credora haver haber acreedor acreedora abonos cr',
  side: 'dc cd natureza nat tipo sinal indicador ind',
  movement:
    'mov movimento movimentos movimentacao movto movtos lancamentos lancto variacao movement change activity',
  account: 'conta contas cta ctas account accounts acct accounting cuenta cuentas',
  number: 'n numero num nro number',
  code: 'codigo codigos cod code codes estruturado estruturada',
  classification:
    'classificacao classificador classif class clas cla mascara estrutura estrutural classification clasificacion clasif',
  short: 'reduzido reduzida reduz red apelido reduzidos short reduced reducido reducida',
  name: 'descricao descr desc des nome nom titulo tit denominacao denominacion texto description name especificacao descripcion nombre',
  month: 'competencia compet referencia ref periodo periodos per mesano anomes period periods competence',
  date: 'data dt date',
  base: 'base',
  company: 'empresa company estab estabelecimento filial',
  nothing:
    'valor vlr vl val valores total totais tot do da de no na em a o os as das dos ate mes meses reais brl contabil ctbl ctb lc ' +
    'contabeis razao gl rs exercicio moeda interna local nacional amount amounts in of the currency cc ' +
    'month rept report relat relatorio net el la los las del al liquido liquida analitica obj object main',
};

/** Whole headings of the columns of a chart's accounts file, which has no other columns; separated by blanks. */
export const ACCOUNT_HEADINGS: Readonly<Record<AccountColumn, string>> = {
  codigo: 'codigo cod conta contacontabil codigoconta codigodaconta codconta codigocontabil numerodaconta',
  codigoReduzido: 'codigoreduzido codreduzido reduzido reduzida red contareduzida codred',
  descricao: 'descricao descricaodaconta descricaoconta nome nomedaconta nomeconta titulo denominacao',
  tipo: 'tipo tp t tipodaconta tipoconta as sa sinteticaanalitica analiticasintetica classe classeconta classedaconta',
  natureza: 'natureza naturezadaconta naturezadosaldo naturezasaldo dc nat condnormal condicaonormal cnormal',
  classificacao: 'classificacao classificacaocontabil classificador grupo',
  departamento: 'departamento depto',
  setor: 'setor',
  exigeConciliacao: 'exigeconciliacao concilia conciliacao conciliar exigeconciliar',
};

/**
 * Headings of a ledger or statement; where several of a file name the same column, the one that stands first here
 * counts.
 */
export const STATEMENT_HEADINGS: Readonly<Record<StatementColumn, string>> = {
  data:
    'data datamovimento datadomovimento datalancamento datadolancamento dtmovimento dtlancamento datamov dt date datacontabil dataoperacao ' +
    'dtmov dtlanc datalanc datadelancamento dtlcto releasedate emissao dataemissao ' +
    'datadeemissao dtemissao dataaquisicao datadeaquisicao vencimento datavencimento datadevencimento dtvencimento',
  descricao:
    'historico descricao historicodolancamento descricaodolancamento complemento memo lancamento detalhes transacao description ' +
    'historicocomplementar hist texto transactiontype title estabelecimento',
  valor:
    'emaberto valoremaberto saldoemaberto valoraberto vlraberto valor valorr valordolancamento valorlancamento ' +
    'valormovimento montante quantia amount vlr vl montemmi montanteemmi montanteemmoedainterna montmoedainterna transactionnetamount valorresidual',
  lado: 'dc cd debitocredito debcred natureza tipo tipolancamento tipotransacao sinal',
  debito: 'debito debitos valordebito debitor saida saidas debit deb vlrdebito movdebito movimentodebito vldeb',
  credito:
    'credito creditos valorcredito creditor entrada entradas credit cred vlrcredito movcredito movimentocredito vlcred',
  documento:
    'documento doc ndoc numdoc nrodoc numerodocumento ndocumento numdocumento nrodocumento nodocumento ' +
    'numerododocumento docto nrdoc nf notafiscal cheque numero identificador lotesubdoclinha referenceid',
  contraparte:
    'contraparte favorecido beneficiario fornecedor cliente razaosocial participante nome pagador identificacao cnpj cpfcnpj cnpjcpf payee ' +
    'clienteoufornecedor clientefornecedor clienteoufornecedornomefantasia',
  conta: 'conta contacontabil codigodaconta codigoconta codconta',
};

/** Of balances after the movements of a statement or a ledger; alone, of the amounts of a list of open items. */
export const BALANCE_HEADINGS =
  'saldo saldos saldoatual saldofinal saldoacumulado saldoexercicio saldododia saldodia partialbalance balance';

// Headings as they are compared: without accents, case, blanks and signs. `?` stands for letters that an export
// lost.

const TEXT_MAX = 200;

/** Lower-case letters and digits only: `Saldo Anterior` as `saldoanterior`. */
export function headingKey(text: string): string {
  return plainText(text).replace(/[^a-z0-9?]/g, '');
}

/** The same, word by word: `saldoAnterior`, `saldo_anterior` and `Saldo Anterior` alike. */
export function headingWords(text: string): readonly string[] {
  const spaced = text.slice(0, TEXT_MAX).replace(/([a-z])([A-Z])/g, '$1 $2');
  return plainText(spaced)
    .replace(/\b([dc])\s*\/\s*([dc])\b/g, ' dc ')
    .split(/[^a-z0-9?]+/)
    .filter((word) => word !== '');
}
