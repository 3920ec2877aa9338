// What to do after a command that leaves something to do, in Portuguese.

/** @param command ready to paste */
export function nextStep(command: string): string {
  return `Próximo passo, com o serviço iniciado:\noperator ${command}`;
}

/** @param path of a mapping to fill in */
export function skeletonWritten(path: string): string {
  return `Em ${path} estão os campos por preencher e os títulos encontrados no arquivo: complete-os e use mapping set`;
}
