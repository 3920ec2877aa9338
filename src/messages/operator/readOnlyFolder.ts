// Sentences about a DATA_DIR that can only be read.

export const READ_ONLY = 'DATA_DIR só pode ser lida, e este comando grava nela';

export const UNSEALED =
  'DATA_DIR só pode ser lida: o checkpoint é o mais novo que o log tem, e o que veio depois dele não foi selado';

export function folderInUse(dataDir: string): string {
  return `${dataDir} só pode ser lida aqui e está em uso pelo serviço: use uma cópia feita por operator backup`;
}
