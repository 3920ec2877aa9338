// What to do about the stores, in Portuguese, for whoever runs the service.
import type { StoreRefusal } from '../domain/deployment.js';
import type { IdKind } from '../domain/kernel/ids.js';
import type { LogServersProblem, Lost } from '../domain/kernel/log.js';
import { idKindNames } from './operator/fields.js';

export const INDEX_MISSING =
  'Falta um índice no MongoDB: operator rebuild refaz os dos modelos de leitura; iniciar o serviço de novo, os demais';

export function overriddenSentence(options: readonly string[]): string {
  return `O serviço não segue o que MONGODB_URL diz em ${options.join(', ')}: retire do endereço`;
}

// What to do about the servers of the log, in Portuguese, one line each. Never a password.

/** Of the days that a certificate still holds. */
export const CERTIFICATE_WARNING_DAYS = 30;

export const ONE_OF_CLUSTER =
  'EVENTSTORE_URL indica um só nó de um cluster: informe todos, separados por vírgula, ou use esdb+discover://';

export function certificateEndsSentence(days: number): string {
  return days < 0
    ? 'O certificado do EventStoreDB venceu: troque-o'
    : `O certificado do EventStoreDB vence em ${days} ${days === 1 ? 'dia' : 'dias'}: troque-o antes disso`;
}

/** For whoever runs the service: with the addresses of the nodes. */
export function logServersSentence(problems: readonly LogServersProblem[]): string {
  return joined(problems.map((problem) => sentence(problem)));
}

/** For an answer without a key: without addresses and names. */
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
export function namingTarget(sentence: string): string {
  return sentence.replaceAll('EVENTSTORE_URL', '--to');
}

const joined = (sentences: readonly string[]) => [...new Set(sentences)].join('; ');

function sentence(problem: LogServersProblem): string {
  const server = 'node' in problem && problem.node !== '' ? `o EventStoreDB em ${problem.node}` : 'o EventStoreDB';
  const user = 'user' in problem && problem.user !== '' ? `o usuário ${problem.user}` : 'o usuário';
  switch (problem.is) {
    case 'HostNotFound':
      return `O nome d${server} não foi encontrado no DNS: confira o endereço em EVENTSTORE_URL`;
    case 'Unreachable':
      return `Não há conexão com ${server}: confira o endereço em EVENTSTORE_URL, o servidor e a rede`;
    case 'AdvertisedUnreachable':
      return (
        `O líder do cluster se anuncia em um endereço que não pode ser alcançado daqui (${server}): ` +
        'confira no servidor a opção AdvertiseHostToClientAs ou NodeHostAdvertiseAs'
      );
    case 'NoLeader':
      return 'O cluster do EventStoreDB está sem líder: confira quantos nós estão no ar (a maioria é necessária)';
    case 'NoAnswer':
      return `Não há resposta d${server}: confira a carga e o disco do servidor`;
    case 'NotSecure':
      return `A configuração pede TLS e ${server} não usa: configure TLS no servidor ou tls=false em EVENTSTORE_URL`;
    case 'Secure':
      return `A configuração dispensa TLS e ${server} o exige: use tls=true em EVENTSTORE_URL`;
    case 'AuthorityUnknown':
      return (
        `A autoridade do certificado d${server} não é conhecida: ` +
        'informe o arquivo dela em tlsCAFile, em EVENTSTORE_URL'
      );
    case 'CertificateOfAnother':
      return (
        `O certificado d${server} não vale para esse nome: ` +
        'use em EVENTSTORE_URL um nome que o certificado contenha, ou emita outro certificado'
      );
    case 'CertificateExpired':
      return `O certificado d${server} venceu em ${problem.since}: troque-o`;
    case 'PasswordWrong':
      return `O EventStoreDB recusou a senha d${user}: confira o usuário e a senha em EVENTSTORE_URL`;
    case 'UserMissing':
      return 'O EventStoreDB exige usuário e senha: informe-os em EVENTSTORE_URL (esdb://usuario:senha@…)';
    case 'RightsMissing':
      return (
        `O EventStoreDB não permite que ${user} leia $all ou grave nos streams: ` +
        'configure as listas de acesso com scripts/eventstoreUser.mjs'
      );
  }
}

// What is said of a log that was restored to an earlier state, emptied or replaced, in Portuguese.

/** Parts of `/health/ready`. */
export const LOG_MAY_BE_EARLIER = 'o log parece ter voltado a um estado anterior e está sendo consultado de novo';
export const LOG_IS_EARLIER = 'o log voltou a um estado anterior';

export const LOG_WENT_BACK_MEANWHILE =
  'O log voltou a um estado anterior durante o comando: repita-o; se o serviço encerrou, leia no log dele o que fazer';

export const LOG_IN_USE = 'Outro processo grava neste log: pare todos os serviços e repita o comando';

export function serviceRuns(dataDir: string): string {
  return `O serviço está em execução sobre ${dataDir}: pare todos os processos e repita o comando`;
}

export function logNotBehind({ log, readModels, queue }: StorePlaces): string {
  return (
    `O log em ${log} não está atrás do que há em ${readModels} e ${queue}: nada foi alterado. Se eles também foram ` +
    'perdidos, informe as duas opções, --yes e --ids-from N, com N acima dos ids que os sistemas integrados conhecem'
  );
}

export function idsExhausted(kind: IdKind, next: number): string {
  return `Nada foi alterado: o próximo id de ${idKindNames[kind]} seria ${next}, acima do limite de 2147483647 (confira --ids-from)`;
}

/** Where log and stores are, as the operator configured them; without passwords. */
export type StorePlaces = Readonly<{ log: string; readModels: string; queue: string }>;

const ACCEPT = 'operator log accept --reason "MOTIVO"';

export function wentBackSentence(lost: Lost, { log }: Pick<StorePlaces, 'log'>): string {
  const what =
    'position' in lost
      ? `já foi lido até a posição ${lost.position} e agora termina antes dela`
      : `não tem mais o evento ${lost.revision} de ${lost.stream}, que este processo já tinha lido`;
  return (
    `O log em ${log} voltou a um estado anterior: ${what}. Nada mais foi gravado. Pare todos os processos e devolva o ` +
    `log completo ou, para seguir com o que foi restaurado, execute ${ACCEPT}`
  );
}

export function storeNotOfLogSentence({ is, store }: StoreRefusal, places: StorePlaces): string {
  const name = store === 'readModels' ? 'Os modelos de leitura em' : 'As entregas da fila em';
  const place = places[store];
  switch (is) {
    case 'StoreAhead':
      return (
        `${name} ${place} já passaram do fim do log em ${places.log}: o log foi restaurado a um estado anterior. ` +
        `Devolva o log completo ou, para seguir com o que foi restaurado, execute ${ACCEPT}`
      );
    case 'StoreOfAnotherLog':
      return (
        `${name} ${place} não são deste log, o de ${places.log}: confira os dois endereços. Se o log foi restaurado a um ` +
        `estado anterior, execute ${ACCEPT}; se o que está em ${place} não serve mais, remova-o`
      );
    case 'LogEmptied':
      return (
        `${name} ${place} são de um log que não está mais em ${places.log}, que está vazio: confira os dois endereços ou ` +
        `restaure a cópia de segurança do log; para começar um log novo, remova antes o que está em ${place}`
      );
  }
}
