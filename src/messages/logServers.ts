// What to do about the servers of the log, in Portuguese, one line each. Never a password.
import type { LogServersProblem } from '../domain/kernel/log.js';

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
