// What the command line says of the log: its checkpoints and seals, what `verify` finds, and copies.
import type { CopyRefusal, CopyStep } from '../../domain/deployment.js';
import type { Continued, Identified, NoContinuation, SealRange, VerifyFinding } from '../../domain/seal.js';
import { wholeNumber } from '../formats.js';
import { localTime } from './fields.js';

// Sentences of `operator checkpoint`, `verify --checkpoint` and `prove`.

export function checkpointFileUnreadable(path: string): string {
  return `Não foi possível ler o arquivo ${path}`;
}

export function checkpointFileWrong(path: string): string {
  return `O arquivo ${path} não é um checkpoint, como os de GET /v1/log/checkpoint e de operator checkpoint`;
}

export const NO_CHECKPOINT = 'O log ainda não tem um checkpoint assinado: inicie o serviço e tente de novo';

/** @param error of the system */
export function fileNotWritten(path: string, error?: unknown): string {
  const reason = WRITE_REASONS[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
  return `Não foi possível gravar o arquivo ${path}${reason === undefined ? '' : `: ${reason}`}`;
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ...{ ENOENT: 'a pasta não existe', ENOTDIR: 'a pasta não existe', EISDIR: 'já existe uma pasta com esse nome' },
  ...{ EACCES: 'falta permissão', EPERM: 'falta permissão', EROFS: 'o disco só pode ser lido' },
  ...{ ENOSPC: 'o disco está cheio', EDQUOT: 'o disco está cheio', ENAMETOOLONG: 'o nome é longo demais' },
};

/** What a checkpoint that holds proves, and what happened to the log since. */
export function continuedSentence({ logId, size, since }: Continued): string {
  const proven = `Os primeiros ${wholeNumber(size)} eventos são os do checkpoint do log ${logId}`;
  return [proven, ...since.map(identifiedText)].join('; ');
}

function identifiedText({ by, logId, at, reason, events }: Identified): string {
  const how =
    by === 'LogRestored' ? `restaurado em ${localTime(at)} (${reason ?? ''})` : `copiado em ${localTime(at)}`;
  return `${how} com ${wholeNumber(events)} eventos, segue como ${logId}`;
}

export function continuationProven({ from, to }: Readonly<{ from: number; to: number }>): string {
  return `Os primeiros ${wholeNumber(from)} dos ${wholeNumber(to)} eventos são os do checkpoint anterior`;
}

/** The sealed root is not that of the log's events. */
export const LOG_DIFFERS =
  'Os eventos do log não são os do checkpoint posterior: operator verify diz onde diferem';

export function noContinuationSentence(problem: NoContinuation): string {
  switch (problem.is) {
    case 'NoCheckpoint':
      return problem.size === null
        ? NO_CHECKPOINT
        : `Nenhum selo assinado cobre exatamente ${problem.size} eventos: indique o arquivo do checkpoint`;
    case 'OfAnotherLog':
      return `O checkpoint é do log ${problem.logId}, e este log nunca teve essa identificação`;
    case 'NotSigned':
      return `O checkpoint de ${problem.size} eventos não foi assinado com nenhuma chave dos selos deste log`;
    case 'NotOlder':
      return `O checkpoint de --from tem ${problem.from} eventos e o de --to, ${problem.to}: o anterior precisa ter de 1 até o tamanho do posterior`;
    case 'NotContinued':
      return `O log não é uma continuação do checkpoint de ${problem.from} eventos: operator verify --checkpoint diz por quê`;
  }
}

// The findings of `verify` in Portuguese, for operators and auditors.

export function findingSentence(problem: VerifyFinding): string {
  switch (problem.is) {
    case 'RevisionGap':
      return problem.found > problem.expected
        ? `Faltam eventos no stream ${problem.stream}: depois da revisão ${problem.expected - 1} vem a ${problem.found}`
        : `Eventos fora de ordem no stream ${problem.stream}: a revisão ${problem.found} aparece onde se esperava a ${problem.expected}`;
    case 'EventUnreadable':
      return `O evento ${problem.revision} do stream ${problem.stream} falta ou não pode ser lido`;
    case 'EventOutsideOrder':
      return `O evento ${problem.revision} do stream ${problem.stream} não consta da ordem do log`;
    case 'StreamUnknown':
      return `O stream ${problem.stream} não é de nenhum tipo conhecido`;
    case 'SealDiffers':
      return `Eventos alterados, removidos, inseridos ou movidos ${between(problem)}`;
    case 'SealedEventMissing':
      return `O evento ${problem.revision} do stream ${problem.stream}, último coberto pelo selo ${problem.seal}, não existe`;
    case 'SealMalformed':
      return `O selo ${problem.seal} está malformado`;
    case 'CheckpointDiffers':
      return `O selo ${problem.seal} tem um checkpoint que não é o seu, ou que não foi assinado com a chave dos selos deste log`;
    case 'PartsDiffer':
      return `As partes em ${problem.parts} não conferem com o evento ${problem.revision} do stream ${problem.stream}: ${WHAT[problem.what]}`;
    case 'FactMalformed':
      return `O evento ${problem.revision} do stream ${problem.stream} não tem o formato do seu tipo ou tem partes que não podem ser lidas`;
    case 'CheckpointOfAnotherLog':
      return (
        `O checkpoint é do log ${problem.checkpoint} e este é o ${problem.logId ?? 'sem identificação'}` +
        (problem.restoredAt === null
          ? ''
          : `; se aquele veio de uma restauração, a de ${problem.restoredAt} voltou a um estado anterior a ele`)
      );
    case 'CheckpointNotSigned':
      return 'O checkpoint não foi assinado com nenhuma chave dos selos deste log';
    case 'CheckpointNotContinued':
      return `O log não é uma continuação do checkpoint: os primeiros ${problem.size} eventos não são os mesmos`;
    case 'LogShorterThanCheckpoint':
      return `O log tem ${problem.events} eventos cobertos por selos e o checkpoint, ${problem.size}`;
    case 'CheckpointBeforeRestore':
      return `O checkpoint é de antes da restauração de ${problem.at} (${problem.reason}), que cortou o log depois do evento ${problem.cut}: ${problem.size - problem.cut} eventos dele não estão neste log`;
    case 'LogUnreadable':
      return `O log não pode ser lido depois da posição ${problem.position}: ${problem.reason}`;
  }
}

/** A truncated or damaged file of the embedded log. */
export const logUnreadable =
  'O arquivo do log (log/log.db) está cortado ou danificado e não pode ser lido: restaure a última cópia de segurança';

const WHAT = {
  count: 'a quantidade de partes é outra',
  hash: 'o conteúdo é outro',
  lines: 'a quantidade de linhas é outra',
} as const;

function between({ afterSeal, upToSeal }: SealRange): string {
  if (afterSeal === null) return `antes do selo ${upToSeal}`;
  return `entre o selo ${afterSeal} e o selo ${upToSeal}`;
}

// Progress and refusals of copying the log, in Portuguese.

export function copyRefusalSentence(refusal: CopyRefusal): string {
  switch (refusal.is) {
    case 'SourceEmpty':
      return 'A origem não tem eventos: confira EVENTSTORE_URL e DATA_DIR';
    case 'SourceNotWhole':
      return `Na origem falta o evento ${refusal.revision} do stream ${refusal.stream}: confira com operator verify`;
    case 'TargetHoldsAnotherLog':
      return `O destino guarda outro log: o evento ${refusal.revision} do stream ${refusal.stream} não é o da origem`;
    case 'CopyFinishedBefore':
      return `A cópia já foi concluída com ${refusal.events} eventos e a origem recebeu outros depois: copie para um destino vazio`;
    case 'TargetInUse':
      return `O destino recebeu eventos de outro processo no stream ${refusal.stream}: a cópia parou`;
    case 'CopyDiffers':
      return `O evento ${refusal.revision} do stream ${refusal.stream} não foi lido no destino como está na origem`;
  }
}

const STEPS: Readonly<Record<CopyStep, string>> = {
  comparing: 'Conferindo o que já está no destino',
  copying: 'Copiando',
  verifying: 'Conferindo o que foi copiado',
};

/** @param share copied part of the log, from 0 to 1 */
export function copyProgressSentence(step: CopyStep, events: number, share: number): string {
  return `${STEPS[step]}: ${events} eventos (${Math.floor(share * 100)}%)`;
}

/** @param people null when they were not copied */
export function peopleCopiedSentence(people: number | null): string {
  if (people === null)
    return 'Nomes e e-mails não estão no log: copie people.db para a DATA_DIR do destino ou repita com --people-to ou MONGODB_URL';
  return people === 1 ? 'Nome e e-mail de 1 pessoa no destino' : `Nomes e e-mails de ${people} pessoas no destino`;
}

// Sentences of `operator seals rotate-key`.

export const NEW_SEAL_KEY_MISSING =
  'A chave dos selos é definida em SEAL_KEY: indique a nova com --key-file ARQUIVO (32 bytes em base64, como openssl rand -base64 32)';

export function sealKeyFileWrong(path: string): string {
  return `O arquivo ${path} não tem uma chave: são 32 bytes em base64, como openssl rand -base64 32`;
}

/** @param isConfigured whether the key comes of SEAL_KEY */
export function sealKeyRotated(publicKey: string, isConfigured: boolean): string {
  return (
    `A partir de agora os selos são assinados com a chave pública ${publicKey}` +
    (isConfigured ? '. Configure SEAL_KEY com a nova chave em todos os processos antes de iniciá-los' : '')
  );
}

// Sentences about a DATA_DIR that can only be read.

export const READ_ONLY = 'DATA_DIR só pode ser lida, e este comando grava nela';

export const UNSEALED =
  'DATA_DIR só pode ser lida: o checkpoint é o mais novo que o log tem, e o que veio depois dele não foi selado';

export function folderInUse(dataDir: string): string {
  return `${dataDir} só pode ser lida aqui e está em uso pelo serviço: use uma cópia feita por operator backup`;
}
