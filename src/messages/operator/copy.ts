// Progress and refusals of copying the log, in Portuguese.
import type { CopyRefusal, CopyStep } from '../../domain/deployment.js';

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
