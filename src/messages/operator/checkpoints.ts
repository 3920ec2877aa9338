// Sentences of `operator checkpoint`, `verify --checkpoint` and `prove`.
import type { Continued, Identified, NoContinuation } from '../../domain/seal.js';
import { wholeNumber } from '../formats.js';
import { localTime } from './fields.js';

export function checkpointFileUnreadable(path: string): string {
  return `Não foi possível ler o arquivo ${path}`;
}

export function checkpointFileWrong(path: string): string {
  return `O arquivo ${path} não é um checkpoint, como os de GET /v1/log/checkpoint e de operator checkpoint`;
}

export const NO_CHECKPOINT = 'O log ainda não tem um checkpoint assinado: inicie o serviço e tente de novo';

export function fileNotWritten(path: string): string {
  return `Não foi possível gravar o arquivo ${path}`;
}

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
