// What the page of one reconciliation answers after an act.
import { month, type Competence } from '../domain/kernel/competence.js';
import {
  DESCRIPTION_CHARACTERS_MAX,
  DOCUMENT_CHARACTERS_MAX,
  ITEMS_MAX,
} from '../domain/reconciliation/events.js';
import type { ItemFault } from '../domain/reconciliation/items.js';
import type { ActRefusal } from '../domain/reconciliation/refusals.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import { notes, type Act, type Note } from '../domain/reconciliation/transitions.js';
import { andMore, counted, money, oneLine, wholeNumber } from './formats.js';
import { actRefusals, statusNames } from './reconciliations.js';
import { sentencesOf } from './sentences.js';

type Acted = Readonly<{ act: Act; status: ReconciliationStatus; account: string }>;

/** @param meanwhile what others did since the page was opened, in sentences */
export function actDone({ act, status, account }: Acted, meanwhile: readonly string[] = []): string {
  const doneText = act in notes ? notes[act as Note].done : `${account}: ${statusNames[status]}.`;
  return meanwhile.length === 0 ? doneText : `${doneText} Enquanto isso: ${meanwhile.join('; ')}.`;
}

/** Sentences for the person who acts, where those for the command line speak of a user. */
export const ownRefusalSentence = sentencesOf<ActRefusal>({
  ...actRefusals,
  PreparedByThem: 'Você elaborou esta conciliação e não pode revisá-la nem aprová-la',
  ReviewedByThem: 'Você revisou esta conciliação e não pode aprová-la',
  NotTheirs: 'Outra pessoa responde por esta etapa',
  NotBalanced: ({ toleratedCents }) =>
    toleratedCents === undefined
      ? 'Para enviar, a diferença do que foi salvo deve ser zero'
      : `Para enviar, a diferença do que foi salvo pode ser de até ${money(toleratedCents)}`,
});

/**
 * @param when the day and time it was closed
 * @param frozen whether its company's closed competences refuse work
 */
export function closedBand(competence: Competence, when: string, frozen: boolean): string {
  const next = frozen
    ? 'Por regra da empresa ela não aceita mais trabalho: peça a um Administrador do módulo que a reabra.'
    : 'O que for feito agora fica registrado depois do fechamento.';
  return `A competência ${month(competence)} foi fechada em ${when}. ${next}`;
}

/** @param amount the difference it was sent with */
export const acceptedBand = (amount: string): string =>
  `Enviada com a diferença de ${amount}, dentro da tolerância da empresa: confira se pode ficar.`;

/** @param change from the balance compared with, @param before that balance */
export const variationBand = (change: string, before: string, isExplained: boolean): string =>
  `O saldo variou ${change} em relação a ${before}${isExplained ? '.' : ': explique antes de enviar.'}`;

export const AFTER_CLOSING = 'depois do fechamento';

/** @param rows how many are wrong; 0: what is wrong is about all of them */
export function itemsNotSaved(act: Act, rows: number): string {
  const wrong =
    rows === 0 ? 'corrija' : rows === 1 ? 'corrija a linha indicada' : `corrija as ${rows} linhas indicadas`;
  return `Nada foi salvo em ${act === 'compose' ? 'Composição' : 'Ajustes'}: ${wrong} e salve de novo.`;
}

/** @param faults of a row of a form, beside which it is shown */
export const rowNotSaved = (row: number, faults: readonly ItemFault[]): string =>
  `Linha ${row}: ${faults.map(itemRowSentence).join('. ')}. Nada foi salvo.`;

export const CHANGED_MEANWHILE =
  'A conciliação mudou enquanto você preenchia. Nada do que você enviou foi gravado.';
/** The person did, and nobody else. */
export const CHANGED_BY_YOU =
  'Você já mudou a conciliação, em outra janela ou com outro clique. O que você enviou depois não foi gravado.';
export const SEND_AGAIN = 'Confira e envie de novo.';
export const NO_FILE = 'Escolha um arquivo';
export const SIDES_ASKED =
  'Os valores são créditos? O saldo desta conta é credor, e há valores sem lado. A resposta vale para as próximas vezes; um valor ' +
  'com D ou C é lido como está.';
export const UNSAVED = 'Linhas não salvas';

/** After an act, with what comes next. */
export const AND_NEXT = 'e ir para a próxima';
export const andNext = (act: string): string => `${act} ${AND_NEXT}`;

/** Text about the balances of an account over some months. */
export const seriesText = (before: string, from: Competence, now: string): string =>
  `Saldo desde ${month(from)}: de ${before} a ${now}`;

/** Where nothing leads onward. */
export const OTHER_ACTS = 'Outros atos desta conciliação';

export const MOVEMENT_STEPS = ['Mês anterior', 'Débitos', 'Créditos', 'Agora'] as const;

/** @param amounts of these steps */
export const movementText = (amounts: readonly string[]): string =>
  MOVEMENT_STEPS.map((step, at) => `${at === 0 ? step : step.toLowerCase()} ${amounts[at]}`).join(' → ');

const words: Readonly<Record<ItemFault['fault'], string>> = {
  NotAList: 'os itens devem ser uma lista JSON',
  TooMany: `há mais de ${ITEMS_MAX} itens`,
  NotAnObject: 'não é um objeto',
  UnknownMember: 'campo desconhecido',
  Description: `description deve ser um texto de 1 a ${DESCRIPTION_CHARACTERS_MAX} caracteres`,
  Date: 'date deve ser uma data no formato AAAA-MM-DD',
  Amount: 'amount deve ser um número com no máximo duas casas decimais',
  Document: `document deve ser um texto de até ${DOCUMENT_CHARACTERS_MAX} caracteres`,
  Id: 'id deve ser um UUID que nenhum outro item da lista tem',
  SettledOn: 'baixado deve ser uma data no formato AAAA-MM-DD, não anterior a date',
  SumTooLarge: 'a soma dos itens ultrapassa o limite',
};

export function itemFaultSentence({ item, fault, member }: ItemFault): string {
  const sentence = member === undefined ? words[fault] : `${words[fault]}: "${oneLine(member)}"`;
  return item === null ? sentence : `item ${item}: ${sentence}`;
}

const rowWords: Readonly<Record<ItemFault['fault'], string>> = {
  NotAList: 'As linhas não foram recebidas',
  TooMany: `Há mais de ${ITEMS_MAX} linhas`,
  NotAnObject: 'A linha não foi recebida',
  UnknownMember: 'A linha não foi recebida',
  Description: `Informe a descrição, com até ${DESCRIPTION_CHARACTERS_MAX} caracteres`,
  Date: 'Informe a data como dd/mm/aaaa',
  Amount: 'Informe o valor em reais, com no máximo duas casas decimais',
  Document: `O documento tem mais de ${DOCUMENT_CHARACTERS_MAX} caracteres`,
  Id: 'O item aparece mais de uma vez',
  SettledOn: 'Informe a baixa como dd/mm/aaaa, não antes da data do item',
  SumTooLarge: 'A soma das linhas ultrapassa o limite',
};

/** Sentence about rows whose errors are not shown. */
export const moreRowsSentence = (rows: number): string =>
  `${andMore(rows)} ${rows === 1 ? 'linha' : 'linhas'} com erro`;

/** Lines of a text pasted into a form of items. */
export const PASTED_LINES_MAX = 2_000;
export const PASTED_CHARACTERS_MAX = 200_000;

export const PASTED_TOO_LONG =
  `O texto colado passa de ${wholeNumber(PASTED_LINES_MAX)} linhas ou de ${wholeNumber(PASTED_CHARACTERS_MAX)} ` +
  'caracteres. Nada foi lido: cole só as linhas dos itens';

/** Sentence for a row of a form, beside which it is shown. */
export function itemRowSentence({ fault }: ItemFault): string {
  return rowWords[fault];
}

/** Beside the button that carries them. */
export const carryableText = (items: number, from: Competence): string =>
  `${counted(items, 'item', 'itens')} em aberto de ${month(from)}`;

/** What an item in the composition of a competence is about; "" for one that is new in it. */
export function itemAbout(origin: Competence, competence: Competence, days: number): string {
  if (days === 0 && origin === competence) return '';
  const age = counted(days, 'dia');
  return origin === competence ? age : `de ${month(origin)} · ${age}`;
}

export const fileUnreadable = (path: string): string => `não foi possível ler o arquivo ${path}`;

export const folderUnwritable = (path: string): string => `não foi possível gravar na pasta ${path}`;

export const EVIDENCE_GONE = {
  missing: 'o arquivo não está no armazenamento de evidências',
  damaged: 'o arquivo guardado difere do que foi anexado (SHA-256 diferente)',
} as const;

/** @param evidence null when it was not copied */
export function evidenceCopiedSentence(evidence: Readonly<{ copied: number; leftOut: number }> | null): string {
  if (evidence === null)
    return 'Os arquivos de evidência não estão no log: copie a pasta evidence para a DATA_DIR do destino ou repita com --people-to ou MONGODB_URL';
  const { copied, leftOut } = evidence;
  const there = `${counted(copied, 'arquivo')} de evidência no destino`;
  return leftOut === 0
    ? there
    : `${there}; ${leftOut} não copiados, por faltarem ou estarem danificados na origem`;
}
