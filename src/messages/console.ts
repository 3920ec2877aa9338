// Sentences of the console's own refusals. Labels of its pages are in their templates.

import type { InvitationKind } from '../domain/clients/events.js';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../domain/clients/passwordRules.js';
import { counted } from './formats.js';

export const consoleRefusals = {
  ForeignForm: {
    status: 403,
    title: 'Envio recusado',
    sentence: 'O formulário não veio desta sessão. Volte à página, atualize-a e envie de novo.',
  },
  PageForbidden: {
    status: 403,
    title: 'Sem permissão',
    sentence: 'Os seus papéis não dão acesso a esta página. Fale com um Administrador do módulo.',
  },
  PageNotFound: {
    status: 404,
    title: 'Página não encontrada',
    sentence: 'O endereço não existe ou é de uma empresa à qual você não tem acesso.',
  },
  FileGone: {
    status: 404,
    title: 'Arquivo não encontrado',
    sentence:
      'O arquivo já foi gravado ou descartado, esperou mais de 45 minutos ou é de outra sessão. Se ainda precisa dele, envie-o de novo.',
  },
  AddressWrong: {
    status: 400,
    title: 'Endereço errado',
    sentence: 'O endereço pede uma página, um formato ou uma visão que não existe. Volte à página anterior.',
  },
  InvitationInvalid: {
    status: 404,
    title: 'Link inválido',
    sentence: 'Este link não existe, já foi usado ou venceu. Peça outro a um Administrador do módulo.',
  },
  FormTooLarge: {
    status: 413,
    title: 'Formulário grande demais',
    sentence: 'O formulário passa de 1 MB ou de 12.000 campos. Divida o conteúdo e envie em partes.',
  },
  FormTooLargeBeforeSignIn: {
    status: 413,
    title: 'Formulário grande demais',
    sentence:
      'Sem uma sessão, o formulário passa de 64 kB ou de 200 campos e não pode ser guardado. ' +
      'Volte à página anterior, copie o que preencheu, entre de novo e envie.',
  },
  FormNotUtf8: {
    status: 400,
    title: 'Formulário ilegível',
    sentence: 'Os textos do formulário não estão em UTF-8. Volte à página, atualize-a e envie de novo.',
  },
} as const;
export type ConsoleRefusal = keyof typeof consoleRefusals;

/** Sentence about a filter in the address of a list. @param label of its field */
export const unknownFilterValue = (label: string): string => `O filtro ${label} tem um valor que não existe.`;

/** Sentence of every failure, so that nobody learns which e-mails there are. */
export const SIGN_IN_REFUSED = 'E-mail ou senha incorretos';

/** Sentence of a moment with more sign-ins than are checked at once. */
export const SIGN_IN_BUSY = 'Muitas pessoas estão entrando neste momento: tente de novo em alguns segundos';

export const WITHOUT_PASSWORD =
  'Primeiro acesso, ou esqueceu a senha? Quem administra o console na sua empresa gera um link para você criar a senha.';

/** Browsers keep `Secure` cookies over https and on loopback, Safari over https only. */
export const UNKEPT_SESSION =
  'Este navegador não guardaria sua sessão neste endereço: abra o console por https ou permita cookies. Em http, só Chrome, Edge e Firefox a guardam, e só neste computador; o Safari, não.';

export const OIDC_REFUSED =
  'O provedor não confirmou uma conta ligada a um usuário daqui. Na primeira vez, entre pelo link do seu convite.';

export const passwordFaults = {
  TooShort: `A senha precisa de pelo menos ${PASSWORD_LENGTH_MIN} caracteres`,
  TooLong: `A senha passa de ${PASSWORD_LENGTH_MAX} caracteres`,
  TooCommon: 'Esta senha está entre as mais comuns ou repete o seu e-mail: escolha outra',
} as const;

/** One line of the start, while nobody could invite others. */
export const NO_ADMINISTRATOR_YET =
  'Ninguém administra o console ainda: cadastre um usuário com o papel MODULE_ADMIN (operator apply ARQUIVO.json) e ' +
  'convide-o com operator users invite EMAIL; o link abre /console e cria a senha';

/** One line of the start, for people that another store has. */
export const PEOPLE_ELSEWHERE =
  'Ninguém entra no console: nenhum administrador deste log está entre as pessoas guardadas. Elas ficam em MONGODB_URL ou, ' +
  'sem ela, em people.db, em DATA_DIR: confira as duas, ou restaure as pessoas da cópia de segurança';

/** Who made a link to sign in by, told to its person. @param at `22/11/2026 14:05` */
export const linkMade = (kind: InvitationKind, by: string, at: string): string =>
  kind === 'INVITE'
    ? `Em ${at}, ${by} gerou um convite para entrar com a sua conta`
    : `Em ${at}, ${by} gerou um link para trocar a sua senha`;

/** Follows these. */
export const LINKS_EXPLAINED =
  'Quem abre um link destes passa a entrar como você. Se não foi você quem pediu, avise a auditoria da sua empresa.';

/** Above a form that was sent after its session had ended, once the person signed in again. */
export const DRAFT_RETURNED = 'O que você preencheu está aqui de novo, mas ainda não foi gravado.';

export const RATE_EXCEEDED_TITLE = 'Muitos pedidos em pouco tempo';
export const SEND_AGAIN = 'Enviar de novo';
export const TRY_AGAIN = 'Tentar de novo';

/** @param what a page was asked for, or a form sent whose fields are kept or not */
export function rateExceededSentence(perMinute: number, seconds: number, what: 'page' | 'kept' | 'lost'): string {
  const wait = `Espere ${counted(seconds, 'segundo')}`;
  const then = {
    page: ' e tente de novo.',
    kept: ' e envie de novo: o que você preencheu está guardado nesta página.',
    lost: ', volte à página anterior e envie o arquivo de novo.',
  }[what];
  return `Foram mais de ${perMinute} pedidos seus a este endereço em um minuto. ${wait}${then}`;
}

export const ERROR_TITLE = 'Não foi possível concluir';

export const WHO_ISSUES_KEYS =
  'As chaves dos programas são emitidas, trocadas e revogadas por quem opera o serviço, a pedido: diga o programa, as ' +
  'empresas e o que ele vai fazer. A chave é mostrada uma só vez, a quem a pediu; aqui não se vê nenhuma.';

export const DEADLINES_OF_RELEASED =
  'Vale para as competências liberadas daqui em diante: as já liberadas mantêm os prazos da sua primeira liberação.';
