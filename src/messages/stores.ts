// What to do about the stores, in Portuguese, for whoever runs the service.
import type { StoreRefusal } from '../domain/deployment.js';
import type { IdKind } from '../domain/kernel/ids.js';
import type { LogServersProblem, Lost } from '../domain/kernel/log.js';
import { counted } from './formats.js';
import { idKindNames } from './operator/fields.js';
import { sentencesOf } from './sentences.js';

export const INDEX_MISSING =
  'Falta um índice no MongoDB: operator rebuild refaz os dos modelos de leitura; iniciar o serviço de novo, os demais';

export const overriddenSentence = (options: readonly string[]): string =>
  `O serviço não segue o que MONGODB_URL diz em ${options.join(', ')}: retire do endereço`;

// What to do about the servers of the log, in Portuguese, one line each. Never a password.

/** Days before a certificate ends at which it is told. */
export const CERTIFICATE_WARNING_DAYS = 30;

export const ONE_OF_CLUSTER =
  'EVENTSTORE_URL indica um só nó de um cluster: informe todos, separados por vírgula, ou use esdb+discover://';

export const certificateEndsSentence = (days: number): string =>
  days < 0
    ? 'O certificado do EventStoreDB venceu: troque-o'
    : `O certificado do EventStoreDB vence em ${counted(days, 'dia')}: troque-o antes disso`;

/** Sentence for whoever runs the service: with the addresses of the nodes. */
export function logServersSentence(problems: readonly LogServersProblem[]): string {
  return joined(problems.map((problem) => sentence(problem)));
}

/** Reason for an answer without a key: without addresses and names. */
export function logServersReason(problems: readonly LogServersProblem[]): string {
  return joined(
    problems.map((problem) =>
      sentence({
        ...problem,
        ...('node' in problem ? { node: '' } : {}),
        ...('user' in problem ? { user: '' } : {}),
      }),
    ),
  );
}

/** A sentence about the log that `copy-events` copies to: its address is no setting. */
export const namingTarget = (sentence: string): string => sentence.replaceAll('EVENTSTORE_URL', '--to');

const joined = (sentences: readonly string[]) => [...new Set(sentences)].join('; ');

const serverOf = ({ node }: Readonly<{ node: string }>) =>
  node === '' ? 'o EventStoreDB' : `o EventStoreDB em ${node}`;
const userOf = ({ user }: Readonly<{ user: string }>) => (user === '' ? 'o usuário' : `o usuário ${user}`);

const sentence = sentencesOf<LogServersProblem>({
  HostNotFound: (it) => `O nome d${serverOf(it)} não foi encontrado no DNS: confira o endereço em EVENTSTORE_URL`,
  Unreachable: (it) =>
    `Não há conexão com ${serverOf(it)}: confira o endereço em EVENTSTORE_URL, o servidor e a rede`,
  AdvertisedUnreachable: (it) =>
    `O líder do cluster se anuncia em um endereço que não pode ser alcançado daqui (${serverOf(it)}): ` +
    'confira no servidor a opção AdvertiseHostToClientAs ou NodeHostAdvertiseAs',
  NoLeader: 'O cluster do EventStoreDB está sem líder: confira quantos nós estão no ar (a maioria é necessária)',
  NoAnswer: (it) => `Não há resposta d${serverOf(it)}: confira a carga e o disco do servidor`,
  NotSecure: (it) =>
    `A configuração pede TLS e ${serverOf(it)} não usa: configure TLS no servidor ou tls=false em EVENTSTORE_URL`,
  Secure: (it) => `A configuração dispensa TLS e ${serverOf(it)} o exige: use tls=true em EVENTSTORE_URL`,
  AuthorityUnknown: (it) =>
    `A autoridade do certificado d${serverOf(it)} não é conhecida: ` +
    'informe o arquivo dela em tlsCAFile, em EVENTSTORE_URL',
  CertificateOfAnother: (it) =>
    `O certificado d${serverOf(it)} não vale para esse nome: ` +
    'use em EVENTSTORE_URL um nome que o certificado contenha, ou emita outro certificado',
  CertificateExpired: (it) => `O certificado d${serverOf(it)} venceu em ${it.since}: troque-o`,
  PasswordWrong: (it) =>
    `O EventStoreDB recusou a senha d${userOf(it)}: confira o usuário e a senha em EVENTSTORE_URL`,
  UserMissing: 'O EventStoreDB exige usuário e senha: informe-os em EVENTSTORE_URL (esdb://usuario:senha@…)',
  RightsMissing: (it) =>
    `O EventStoreDB não permite que ${userOf(it)} leia $all ou grave nos streams: ` +
    'configure as listas de acesso com scripts/eventstoreUser.mjs',
});

// What is said of a log that was restored to an earlier state, emptied or replaced, in Portuguese.

/** Parts of `/health/ready`. */
export const LOG_MAY_BE_EARLIER = 'o log parece ter voltado a um estado anterior e está sendo consultado de novo';
export const LOG_IS_EARLIER = 'o log voltou a um estado anterior';

export const LOG_WENT_BACK_MEANWHILE =
  'O log voltou a um estado anterior durante o comando: repita-o; se o serviço encerrou, leia no log dele o que fazer';

export const LOG_IN_USE = 'Outro processo grava neste log: pare todos os serviços e repita o comando';

export const serviceRuns = (dataDir: string): string =>
  `O serviço está em execução sobre ${dataDir}: pare todos os processos e repita o comando`;

export const logNotBehind = ({ log, readModels, queue }: StorePlaces): string =>
  `O log em ${log} não está atrás do que há em ${[...new Set([readModels, queue])].join(' e ')}: nada foi alterado. ` +
  'Se isso também foi perdido, repita com --yes e com --ids-from N, N acima dos ids que os sistemas integrados conhecem';

export const idsExhausted = (kind: IdKind, next: number): string =>
  `Nada foi alterado: o próximo id de ${idKindNames[kind]} seria ${next}, acima do limite de 2147483647 (confira --ids-from)`;

/** Where log and stores are, as the operator configured them; without passwords. */
export type StorePlaces = Readonly<{ log: string; readModels: string; queue: string }>;

const ACCEPT = 'operator log accept --reason "MOTIVO"';

export function wentBackSentence(lost: Lost, { log }: Pick<StorePlaces, 'log'>): string {
  const reasonText =
    'position' in lost
      ? `já foi lido até a posição ${lost.position} e agora termina antes dela`
      : `não tem mais o evento ${lost.revision} de ${lost.stream}, que este processo já tinha lido`;
  return (
    `O log em ${log} voltou a um estado anterior: ${reasonText}. Nada mais foi gravado. Pare todos os processos e devolva o ` +
    `log completo ou, para seguir com o que foi restaurado, execute ${ACCEPT}`
  );
}

export function storeNotOfLogSentence({ is, store }: StoreRefusal, places: StorePlaces): string {
  const name = store === 'readModels' ? 'Os modelos de leitura em' : 'As entregas da fila em';
  const place = places[store];
  const why = {
    StoreAhead:
      `já passaram do fim do log em ${places.log}: o log foi restaurado a um estado anterior. ` +
      `Devolva o log completo ou, para seguir com o que foi restaurado, execute ${ACCEPT}`,
    StoreOfAnotherLog:
      `não são deste log, o de ${places.log}: confira os dois endereços. Se o log foi restaurado a um ` +
      `estado anterior, execute ${ACCEPT}; se o que está em ${place} não serve mais, remova-o`,
    LogEmptied:
      `são de um log que não está mais em ${places.log}, que está vazio: confira os dois endereços ou ` +
      `restaure a cópia de segurança do log; para começar um log novo, remova antes o que está em ${place}`,
  }[is];
  return `${name} ${place} ${why}`;
}
