// The findings of `verify` in Portuguese, for operators and auditors.
import type { SealRange, VerifyFinding } from '../../domain/seal.js';

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
