// What the command line says of the log: its checkpoints and seals, what `verify` finds, and copies.
import type { CopyRefusal, CopyStep } from '../../domain/deployment.js';
import type { Continued, Identified, NoContinuation, SealRange, VerifyFinding } from '../../domain/seal.js';
import { counted, wholeNumber } from '../formats.js';
import { sentencesOf } from '../sentences.js';
import { localTime } from './fields.js';

export const checkpointFileWrong = (path: string): string =>
  `O arquivo ${path} não é um checkpoint, como os de GET /v1/log/checkpoint e de operator checkpoint`;

export const NO_CHECKPOINT = 'O log ainda não tem um checkpoint assinado: inicie o serviço e tente de novo';

/** @param error of the system */
export function fileNotWritten(path: string, error?: unknown): string {
  const reason = WRITE_REASONS[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
  return `Não foi possível gravar o arquivo ${path}${reason === undefined ? '' : `: ${reason}`}`;
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'a pasta não existe',
  ENOTDIR: 'a pasta não existe',
  EISDIR: 'já existe uma pasta com esse nome',
  EACCES: 'falta permissão',
  EPERM: 'falta permissão',
  EROFS: 'o disco só pode ser lido',
  ENOSPC: 'o disco está cheio',
  EDQUOT: 'o disco está cheio',
  ENAMETOOLONG: 'o nome é longo demais',
};

/** What a checkpoint that holds proves, and what happened to the log since. */
export function continuedSentence({ logId, size, since }: Continued): string {
  const proven = `Os primeiros ${wholeNumber(size)} eventos são os do checkpoint do log ${logId}`;
  return [proven, ...since.map(identifiedText)].join('; ');
}

export function identifiedText({ by, logId, at, reason, events }: Identified): string {
  const how =
    by === 'LogRestored' ? `restaurado em ${localTime(at)} (${reason ?? ''})` : `copiado em ${localTime(at)}`;
  return `${how} com ${wholeNumber(events)} eventos, segue como ${logId}`;
}

export const continuationProven = ({ from, to }: Readonly<{ from: number; to: number }>): string =>
  `Os primeiros ${wholeNumber(from)} dos ${wholeNumber(to)} eventos são os do checkpoint anterior`;

/** The sealed root is not that of the log's events. */
export const LOG_DIFFERS =
  'Os eventos do log não são os do checkpoint posterior: operator verify diz onde diferem';

export const noContinuationSentence = sentencesOf<NoContinuation>({
  NoCheckpoint: (it) =>
    it.size === null
      ? NO_CHECKPOINT
      : `Nenhum selo assinado cobre exatamente ${it.size} eventos: indique o arquivo do checkpoint`,
  OfAnotherLog: (it) => `O checkpoint é do log ${it.logId}, e este log nunca teve essa identificação`,
  NotSigned: (it) => `O checkpoint de ${it.size} eventos não foi assinado com nenhuma chave dos selos deste log`,
  NotOlder: (it) =>
    `O checkpoint de --from tem ${it.from} eventos e o de --to, ${it.to}: o anterior precisa ter de 1 até o tamanho do posterior`,
  NotContinued: (it) =>
    `O log não é uma continuação do checkpoint de ${it.from} eventos: operator verify --checkpoint diz por quê`,
});

export const findingSentence = sentencesOf<VerifyFinding>({
  RevisionGap: (it) =>
    it.found > it.expected
      ? `Faltam eventos no stream ${it.stream}: depois da revisão ${it.expected - 1} vem a ${it.found}`
      : `Eventos fora de ordem no stream ${it.stream}: a revisão ${it.found} aparece onde se esperava a ${it.expected}`,
  EventUnreadable: (it) => `O evento ${it.revision} do stream ${it.stream} falta ou não pode ser lido`,
  EventOutsideOrder: (it) => `O evento ${it.revision} do stream ${it.stream} não consta da ordem do log`,
  StreamUnknown: (it) => `O stream ${it.stream} não é de nenhum tipo conhecido`,
  SealDiffers: (it) => `Eventos alterados, removidos, inseridos ou movidos ${between(it)}`,
  SealedEventMissing: (it) =>
    `O evento ${it.revision} do stream ${it.stream}, último coberto pelo selo ${it.seal}, não existe`,
  SealMalformed: (it) => `O selo ${it.seal} está malformado`,
  CheckpointDiffers: (it) =>
    `O selo ${it.seal} tem um checkpoint que não é o seu, ou que não foi assinado com a chave dos selos deste log`,
  PartsDiffer: (it) =>
    `As partes em ${it.parts} não conferem com o evento ${it.revision} do stream ${it.stream}: ${WHAT[it.what]}`,
  FactMalformed: (it) =>
    `O evento ${it.revision} do stream ${it.stream} não tem o formato do seu tipo ou tem partes que não podem ser lidas`,
  CheckpointOfAnotherLog: (it) =>
    `O checkpoint é do log ${it.checkpoint} e este é o ${it.logId ?? 'sem identificação'}` +
    (it.restoredAt === null
      ? ''
      : `; se aquele veio de uma restauração, a de ${localTime(it.restoredAt)} voltou a um estado anterior a ele`),
  CheckpointNotSigned: 'O checkpoint não foi assinado com nenhuma chave dos selos deste log',
  CheckpointNotContinued: (it) =>
    `O log não é uma continuação do checkpoint: os primeiros ${it.size} eventos não são os mesmos`,
  LogShorterThanCheckpoint: (it) => `O log tem ${it.events} eventos cobertos por selos e o checkpoint, ${it.size}`,
  CheckpointBeforeRestore: (it) =>
    `O checkpoint é de antes da restauração de ${localTime(it.at)} (${it.reason}), que cortou o log depois do evento ${it.cut}: ${counted(it.size - it.cut, 'evento dele não está', 'eventos dele não estão')} neste log`,
  LogUnreadable: (it) => `O log não pode ser lido depois da posição ${it.position}: ${it.reason}`,
});

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

export const copyRefusalSentence = sentencesOf<CopyRefusal>({
  SourceEmpty: 'A origem não tem eventos: confira EVENTSTORE_URL e DATA_DIR',
  SourceNotWhole: (it) =>
    `Na origem falta o evento ${it.revision} do stream ${it.stream}: confira com operator verify`,
  TargetHoldsAnotherLog: (it) =>
    `O destino guarda outro log: o evento ${it.revision} do stream ${it.stream} não é o da origem`,
  CopyFinishedBefore: (it) =>
    `A cópia já foi concluída com ${it.events} eventos e a origem recebeu outros depois: copie para um destino vazio`,
  TargetInUse: (it) => `O destino recebeu eventos de outro processo no stream ${it.stream}: a cópia parou`,
  CopyDiffers: (it) =>
    `O evento ${it.revision} do stream ${it.stream} não foi lido no destino como está na origem`,
});

const STEPS: Readonly<Record<CopyStep, string>> = {
  comparing: 'Conferindo o que já está no destino',
  copying: 'Copiando',
  verifying: 'Conferindo o que foi copiado',
};

/** @param share copied part of the log, from 0 to 1 */
export const copyProgressSentence = (step: CopyStep, events: number, share: number): string =>
  `${STEPS[step]}: ${events} eventos (${Math.floor(share * 100)}%)`;

/** @param people null when they were not copied */
export function peopleCopiedSentence(people: number | null): string {
  if (people === null)
    return 'Nomes e e-mails não estão no log: copie people.db para a DATA_DIR do destino ou repita com --people-to ou MONGODB_URL';
  return people === 1 ? 'Nome e e-mail de 1 pessoa no destino' : `Nomes e e-mails de ${people} pessoas no destino`;
}

export const NEW_SEAL_KEY_MISSING =
  'A chave dos selos está na configuração: indique a nova com --key-file ARQUIVO (32 bytes em base64, como openssl rand -base64 32)';

export const sealKeyFileWrong = (path: string): string =>
  `O arquivo ${path} não tem uma chave: são 32 bytes em base64, como openssl rand -base64 32`;

/** @param isConfigured whether the key comes of SEAL_KEY */
export const sealKeyRotated = (publicKey: string, isConfigured: boolean): string =>
  `A partir de agora os selos são assinados com a chave pública ${publicKey}` +
  (isConfigured ? '. Configure SEAL_KEY com a nova chave em todos os processos antes de iniciá-los' : '');

export const READ_ONLY = 'DATA_DIR só pode ser lida, e este comando grava nela';

export const UNSEALED =
  'DATA_DIR só pode ser lida: o checkpoint é o mais novo que o log tem, e o que veio depois dele não foi selado';

export const folderInUse = (dataDir: string): string =>
  `${dataDir} só pode ser lida aqui e está em uso pelo serviço: use uma cópia feita por operator backup`;
