// What to do after a command that left the fan-out waiting, in Portuguese.

/** @param command ready to paste */
export function nextStep(command: string): string {
  return `Próximo passo, com o serviço iniciado:\noperator ${command}`;
}
